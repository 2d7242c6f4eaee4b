"""``python -m nimmt`` is the command line."""

from nimmt.cli import main

if __name__ == "__main__":
    main(prog_name="nimmt")

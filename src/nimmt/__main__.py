"""``python -m nimmt`` is the command line."""

from nimmt.cli import main

main()

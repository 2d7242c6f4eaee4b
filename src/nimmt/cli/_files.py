"""Writing files whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import click

__all__ = ["write_whole"]


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader finds the old content or the new, never a part."""
    try:
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise click.FileError(str(path), error.strerror or str(error)) from None

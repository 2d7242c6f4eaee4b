"""Writing files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

__all__ = ["write_whole"]


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader finds the old content or the new, never a part."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).replace(path)
    except OSError as error:
        raise click.FileError(str(path), error.strerror or str(error)) from None

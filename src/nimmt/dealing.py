"""Drawing deals from the kernel, its errors made ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nimmt.errors import DealError
from nimmt_core import _deals

__all__ = ["drawing"]


@contextmanager
def drawing() -> Iterator[None]:
    """Give the kernel's error for a deal that was not found its public name.

    Raises
    ------
    DealError
        If the kernel found no deal.
    """
    try:
        yield
    except _deals.DealError as error:
        raise DealError(str(error)) from None

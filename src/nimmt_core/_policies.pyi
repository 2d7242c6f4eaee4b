from collections.abc import Sequence
from typing import Final

POLICIES: Final[tuple[str, ...]]

def choices(
    policy: str,
    tables: Sequence[Sequence[Sequence[int]]],
    hands: Sequence[Sequence[int]],
    capacity: int,
    professional: bool,
    path: str | None = None,
) -> list[int]: ...

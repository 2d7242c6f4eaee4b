from collections.abc import Mapping, Sequence
from typing import Final

LIMITS: Final[Mapping[str, int]]

def bull_heads(card: int) -> int: ...
def landing_rows(
    rows: Sequence[Sequence[int]], card: int, professional: bool
) -> tuple[int, ...]: ...
def cheapest_choice(
    rows: Sequence[Sequence[int]], card: int, capacity: int, professional: bool
) -> int: ...
def place_turn(
    rows: Sequence[Sequence[int]], cards: Sequence[int], capacity: int, professional: bool
) -> tuple[list[tuple[int, int, int, int]], list[int]]: ...

from collections.abc import Sequence
from typing import final

@final
class Minimax:
    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        hands: Sequence[Sequence[int]],
        pending: Sequence[tuple[int, int]],
        capacity: int,
        professional: bool,
        seat: int,
        relative: bool,
        hostile: bool,
        slots: int,
        budget: int,
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    def cancel(self) -> None: ...
    def value(self, action: int) -> int: ...
    def line(self, action: int, value: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]: ...

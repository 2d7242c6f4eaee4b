from collections.abc import Sequence
from typing import final

@final
class Tree:
    @property
    def players(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def slots(self) -> int: ...
    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        hands: Sequence[Sequence[int]],
        pending: Sequence[tuple[int, int]],
        capacity: int,
        professional: bool,
        budget: int,
    ) -> None: ...
    def look_at(self, index: int) -> tuple[int, int]: ...
    def child(self, index: int, action: int) -> int: ...

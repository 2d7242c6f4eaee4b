from collections.abc import Sequence

class Induction:
    def __init__(
        self,
        cards: Sequence[int],
        heads: Sequence[int],
        rows: int,
        capacity: int,
        professional: bool,
    ) -> None: ...
    def solve(
        self,
        rows: Sequence[tuple[int, int, int, int]],
        first: Sequence[int],
        second: Sequence[int],
    ) -> tuple[float, int]: ...

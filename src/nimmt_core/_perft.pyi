from collections.abc import Sequence

def perft(
    rows: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]],
    depth: int,
    capacity: int,
    professional: bool,
) -> tuple[int, int, int]: ...

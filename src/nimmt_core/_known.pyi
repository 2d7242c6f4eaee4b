from collections.abc import Sequence

from numpy.random import BitGenerator

class BudgetError(Exception): ...

def tree_size(
    bit_generator: BitGenerator,
    probes: int,
    rows: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]],
    pending: Sequence[tuple[int, int]],
    capacity: int,
    professional: bool,
) -> tuple[float, float]: ...

from collections.abc import Sequence
from typing import final

@final
class Others:
    @property
    def seats(self) -> int: ...
    @property
    def named(self) -> int: ...
    @property
    def masks(self) -> int: ...
    @property
    def classes(self) -> int: ...
    @property
    def vectors(self) -> int: ...
    def __init__(
        self,
        seats: int,
        known: Sequence[Sequence[int]],
        like: Sequence[int],
        classes: Sequence[Sequence[int]],
        vectors: Sequence[Sequence[int]],
        weights: Sequence[Sequence[float]],
    ) -> None: ...

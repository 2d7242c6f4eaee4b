from collections.abc import Sequence
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

STATE_FEATURES: Final[int]
CARD_FEATURES: Final[int]
ROW_FEATURES: Final[int]
ROW_HIDDEN: Final[int]
MOST_HIDDEN: Final[int]
SLOTS: Final[int]
SCORE: Final[int]
WEIGHT: Final[int]
FEATURE: Final[int]

@final
class Network:
    @property
    def hidden(self) -> int: ...
    def __init__(
        self,
        state: NDArray[np.int16],
        card: NDArray[np.int16],
        last: NDArray[np.int16],
        row: NDArray[np.int16],
        row_last: NDArray[np.int16],
    ) -> None: ...
    def arrays(self) -> tuple[NDArray[np.int16], ...]: ...
    def tail(self, players: int, slots: int, share: int) -> int: ...
    def scores(
        self,
        rows: Sequence[Sequence[int]],
        hand: Sequence[int],
        seen: Sequence[int],
        players: int,
        top_card: int,
        capacity: int,
        professional: bool,
        path: str | None = None,
    ) -> list[int]: ...
    def row_scores(
        self,
        rows: Sequence[Sequence[int]],
        plays: Sequence[int],
        hand: Sequence[int],
        seen: Sequence[int],
        players: int,
        top_card: int,
        capacity: int,
        path: str | None = None,
    ) -> list[int]: ...

def noises() -> list[int]: ...
def hand_scores(
    network: Network,
    tables: Sequence[Sequence[Sequence[int]]],
    hands: Sequence[Sequence[int]],
    seen: Sequence[Sequence[int]],
    players: int,
    top_card: int,
    capacity: int,
    professional: bool,
    path: str | None = None,
) -> tuple[NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]: ...
def look_at_rows(
    network: Network,
    tables: Sequence[Sequence[Sequence[int]]],
    turns: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]],
    seen: Sequence[Sequence[int]],
    players: int,
    top_card: int,
    capacity: int,
    path: str | None = None,
) -> tuple[list[list[int]], NDArray[np.int16]]: ...

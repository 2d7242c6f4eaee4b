from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

from nimmt_core._network import Network

DISTANCES: Final[int]
STYLES: Final[int]
LARGEST_SCORE: Final[int]
LARGEST_PAIR: Final[int]

def complete_drafts(
    scores: NDArray[np.int16],
    pairs: NDArray[np.int16],
    styles: NDArray[np.uint8],
    picks: Sequence[int] | NDArray[np.uint8],
    players: int,
    first: int,
    hand_size: int,
    rows: int,
    bit_generator: BitGenerator,
    by_chance: bool = True,
    path: str | None = None,
) -> NDArray[np.uint8]: ...
def play_drafts(
    network: Network,
    picks: NDArray[np.uint8],
    players: int,
    first: int,
    rows: int,
    capacity: int,
    professional: bool,
    bit_generator: BitGenerator,
    path: str | None = None,
) -> NDArray[np.uint8]: ...

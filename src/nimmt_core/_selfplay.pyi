from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

from nimmt_core._network import Network

OTHERS: Final[tuple[str, ...]]

def play_to_learn(
    learner: Network,
    bit_generator: BitGenerator,
    groups: int,
    players: int,
    learners: int,
    others: Sequence[str | Network],
    repeats: int,
    hand_size: int,
    rows: int,
    capacity: int,
    top_card: int,
    professional: bool,
    best: bool = False,
    picks: NDArray[np.uint8] | None = None,
    first: int = 0,
    path: str | None = None,
) -> list[
    tuple[
        NDArray[np.uint8],
        NDArray[np.uint8],
        NDArray[np.uint8],
        NDArray[np.uint8],
        NDArray[np.uint8],
        NDArray[np.uint8],
    ]
]: ...

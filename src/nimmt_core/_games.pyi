from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

PLAYERS: Final[tuple[str, ...]]
MOST_ROUNDS: Final[int]

class EndlessMatchError(ValueError): ...

def dealt_cards(bit_generator: BitGenerator, top_card: int, count: int) -> list[int]: ...
def play_games(
    key: tuple[int, int],
    first_deal: int,
    deals: int,
    seatings: Sequence[Sequence[int]],
    rotations: Sequence[int],
    hand_size: int,
    rows: int,
    capacity: int,
    top_card: int,
    professional: bool,
    drafted: bool,
    threshold: int,
    rounds: int,
) -> NDArray[np.int32]: ...

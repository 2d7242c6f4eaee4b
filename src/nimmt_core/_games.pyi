from typing import Final

import numpy as np
from numpy.typing import NDArray

from nimmt_core._network import Network

PLAYERS: Final[tuple[str, ...]]
MOST_ROUNDS: Final[int]

class EndlessMatchError(ValueError): ...

def dealt_cards(key: int, deal: int, round_number: int, top_card: int, count: int) -> list[int]: ...
def chosen_index(
    key: int,
    deal: int,
    rotation: int,
    players: int,
    hand_size: int,
    seat: int,
    choice: int,
    count: int,
) -> int: ...
def play_games(
    key: int,
    first_deal: int,
    deals: int,
    seatings: NDArray[np.int8],
    rotations: NDArray[np.uint64],
    hand_size: int,
    rows: int,
    capacity: int,
    top_card: int,
    professional: bool,
    drafted: bool,
    threshold: int,
    rounds: int,
    network: Network | None = None,
    path: str | None = None,
) -> NDArray[np.int32]: ...

from collections.abc import Sequence

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

from nimmt_core._deals import Dealer

def sampled_risk(
    bit_generator: BitGenerator,
    deals: int,
    rows: Sequence[Sequence[int]],
    capacity: int,
    professional: bool,
    dealer: Dealer,
    seat: int,
    own: Sequence[int],
) -> NDArray[np.int64]: ...

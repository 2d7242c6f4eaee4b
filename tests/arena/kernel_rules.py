"""Rules as the kernel's games take them."""

from typing import Any

ONE_ROUND: dict[str, Any] = {
    "hand_size": 10,
    "rows": 4,
    "capacity": 5,
    "top_card": 104,
    "professional": False,
    "drafted": False,
    "threshold": -1,
    "rounds": 1,
}

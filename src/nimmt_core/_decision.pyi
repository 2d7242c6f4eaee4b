from typing import Final

OBJECTIVES: Final[tuple[str, ...]]

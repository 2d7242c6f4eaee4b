from collections.abc import Sequence
from typing import final

# A set of the table that may be kept: colour (-1 for a group), first and last value from 0 on (both
# the value of a group; the last is 13 or more if a run goes on from 13 to 1), a bit for each place
# of a run where a joker lies, a bit for each colour of a group's tiles, number of jokers, size,
# whether it must be kept, how many tiles may be put before a run (2 at most, more are a run of
# their own), whether nothing may be put behind a run or added to a group, and how many forms of the
# same set there are from this one on: only one of them can be kept.
_Held = tuple[int, int, int, int, int, int, int, bool, int, bool, int]

# A set of an arrangement: index of the set that was kept or -1, colour (-1 for a group), first
# value, and the tiles: of a run, whether each is a joker; of a group, colours, -1 for a joker.
_Arranged = tuple[int, int, int, tuple[int, ...]]

@final
class Arranger:
    def load(
        self,
        table: Sequence[int],
        rack: Sequence[int],
        table_jokers: int,
        rack_jokers: int,
        held: Sequence[_Held],
        wrap: bool = False,
    ) -> None: ...
    def weigh(
        self,
        cost: Sequence[int],
        joker_cost: int,
        spent: Sequence[int] | None = None,
        joker_spent: int = 0,
        joker_at: Sequence[int] | None = None,
    ) -> None: ...
    def weigh_changes(self, spent: Sequence[int], joker_spent: int) -> None: ...
    def search(
        self, limit: int, budget: int, repeats: int = 1, patience: int = ...
    ) -> int | None: ...
    def arrangement(self) -> list[_Arranged]: ...

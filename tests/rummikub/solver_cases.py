"""Positions for the solver, and what every answer of it has to stand up to."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import NamedTuple

from nimmt.rummikub import Rules, Solution, TileSet, check_play
from reference.rummikub.plays import Options
from reference.rummikub.sets import ALL_TILES, Laid
from rummikub.tables import as_tile_set, draw, random_table, some_tiles

NAMES = [*ALL_TILES, "J"]
Weights = dict[str, int]


class Case(NamedTuple):
    """A turn, and what tiles pay."""

    old: list[Laid]
    rack: list[str]
    jokers: int
    weights: Weights
    options: Options
    melded: bool

    @property
    def table(self) -> list[TileSet]:
        """The table in the library's sets."""
        return [as_tile_set(laid, self.options.wrap) for laid in self.old]

    @property
    def rules(self) -> Rules:
        """The rules."""
        options = self.options
        locked = options.locked
        return Rules(
            jokers=self.jokers,
            initial_meld=options.meld,
            single_set=options.single_set,
            table_in_meld_turn=options.table_in_meld_turn,
            joker_lock="locked" if locked else "free",
            freeing_tile="rack" if locked and options.from_rack_only else "any",
            freed_joker=options.freed_into if locked else "anywhere",
            group_joker="both" if locked and options.both_colours else "either",
            wrap=options.wrap,
        )


def random_weights(random: Random) -> Weights:
    """Return weights of one of several kinds."""
    kind = random.randrange(4)
    if kind == 0:
        return dict.fromkeys(NAMES, 1)
    if kind == 1:
        return {name: 30 if name == "J" else int(name[1:]) for name in NAMES}
    least = 0 if kind == 2 else -10
    return {name: random.randint(least, 10) for name in NAMES}


def random_options(random: Random) -> Options:
    """Return options of all kinds."""
    return Options(
        locked=random.random() < 0.7,
        meld=random.choice([10, 20, 30]),
        single_set=random.random() < 0.3,
        table_in_meld_turn=random.random() < 0.5,
        from_rack_only=random.random() < 0.25,
        freed_into=random.choice(["anywhere", "anywhere", "new_set", "new_set_with_two"]),
        both_colours=random.random() < 0.25,
        wrap=random.random() < 0.3,
    )


def small_case(random: Random) -> Case | None:
    """Return a turn that can be gone through, or None."""
    jokers = random.choice([1, 2, 2, 3])
    options = random_options(random)
    bag = some_tiles(random, random.randint(3, 4), jokers, options.wrap)
    old = random_table(random, bag, 3, options.wrap)
    rack = draw(random, bag, random.randint(1, 5))
    if sum(len(laid.tiles) for laid in old) > 9:
        return None
    melded = random.random() < 0.6
    return Case(old, rack, jokers, random_weights(random), options, melded)


def large_case(random: Random) -> Case:
    """Return a turn of any size of a player who has melded."""
    jokers = random.choice([0, 1, 2, 2, 2, 2, 2, 3])
    options = replace(random_options(random), freed_into="anywhere")
    bag = some_tiles(random, random.choice([4, 6, 9, 13]), jokers, options.wrap)
    old = random_table(random, bag, random.choice([3, 6, 12, 20]), options.wrap)
    rack = draw(random, bag, random.randint(1, 20))
    return Case(old, rack, jokers, random_weights(random), options, True)


def homes_case(random: Random, most: int) -> Case:
    """Return a turn of a player who has melded, where freed jokers go into new sets only."""
    into = random.choice(["new_set", "new_set_with_two"])
    options = replace(random_options(random), locked=True, freed_into=into)
    jokers = random.choice([1, 1, 2])
    bag = some_tiles(random, random.randint(3, most), jokers, options.wrap)
    old = random_table(random, bag, random.choice([3, 5, 7]), options.wrap)
    rack = draw(random, bag, random.randint(1, 9))
    return Case(old, rack, jokers, random_weights(random), options, True)


def check(solution: Solution) -> None:
    """Check that a play is legal, and that its moves lead to it."""
    follow(solution)
    if not solution.possible:
        assert solution.table == solution.before
        assert not solution.moves
        return
    play = check_play(
        solution.before,
        solution.rack,
        solution.table,
        solution.rules,
        melded=solution.melded,
    )
    assert play.laid == solution.laid


def follow(solution: Solution) -> None:
    """Do the moves, and look at what lies where."""
    places = {place: Counter(one.tiles) for place, one in enumerate(solution.before)}
    rack = Counter(solution.rack)
    shut = {
        place
        for place, one in enumerate(solution.before)
        if one.has_joker and solution.rules.locked
    }
    freed: Counter[int] = Counter()
    for move in solution.moves:
        tiles = Counter(move.tiles)
        source = rack if move.origin is None else places[move.origin]
        assert not tiles - source, move
        if move.frees:
            freed[move.target] += len(move.tiles)
            if freed[move.target] == solution.before[move.target].jokers:
                shut.discard(move.target)
        if move.origin in shut:
            # Nothing but a joker that was freed leaves a locked set.
            assert {tile.is_joker for tile in move.tiles} == {True}
            assert move.origin is not None
            freed[move.origin] -= len(move.tiles)
            assert freed[move.origin] >= 0
        source.subtract(tiles)
        places.setdefault(move.target, Counter()).update(tiles)
    for place, one, origins in zip(solution.places, solution.table, solution.origins, strict=True):
        assert +places.pop(place) == Counter(one.tiles)
        assert len(origins) == len(one)
        for tile, origin in zip(one.tiles, origins, strict=True):
            there = solution.rack if origin is None else solution.before[origin].tiles
            assert tile in there
    assert not any(+left for left in places.values())
    assert Counter(solution.rack) - Counter(solution.laid) == +rack

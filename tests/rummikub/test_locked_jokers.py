"""Plays, legal and not, against the reference that tries everything."""

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

from nimmt.rummikub.errors import Defect
from nimmt.rummikub.rules import Rules
from nimmt.rummikub.validation import play_problems
from reference.rummikub.plays import Options, legal
from reference.rummikub.sets import Laid
from rummikub.tables import as_tile_set, draw, random_table, rearranged, some_tiles


class Case(NamedTuple):
    """A turn of a small game."""

    old: list[Laid]
    rack: list[str]
    new: list[Laid]


def random_options(random: Random) -> Options:
    return Options(
        locked=random.random() < 0.9,
        meld=random.choice([6, 15, 30]),
        single_set=random.random() < 0.3,
        table_in_meld_turn=random.random() < 0.5,
        from_rack_only=random.random() < 0.3,
        freed_into=random.choice(["anywhere", "new_set", "new_set_with_two"]),
        both_colours=random.random() < 0.3,
    )


def as_rules(options: Options, jokers: int, wrap: bool) -> Rules:
    locked = options.locked
    return Rules(
        jokers=jokers,
        initial_meld=options.meld,
        single_set=options.single_set,
        table_in_meld_turn=options.table_in_meld_turn,
        joker_lock="locked" if locked else "free",
        freeing_tile="rack" if locked and options.from_rack_only else "any",
        freed_joker=options.freed_into if locked else "anywhere",
        group_joker="both" if locked and options.both_colours else "either",
        wrap=wrap,
    )


def random_case(random: Random, jokers: int, wrap: bool) -> Case | None:
    """Make a table, and a rack of which some tiles are laid into a new arrangement."""
    bag = some_tiles(random, random.randint(3, 5), jokers, wrap)
    old = random_table(random, bag, 4, wrap)
    rack = draw(random, bag, random.randint(1, 5))
    on_table = [tile for laid in old for tile in laid.tiles]
    if random.random() < 0.5 and old:
        # What frees a joker, or would, makes a case worth more.
        faces = [
            face
            for laid in old
            for tile, face in zip(laid.tiles, laid.run, strict=False)
            if tile == "J"
        ]
        rack += [face for face in faces if bag[face] > 0 and face not in rack]
    for count in range(min(len(rack), random.randint(1, 5)), 0, -1):
        laid = random.sample(rack, count)
        new = rearranged(random, [*on_table, *laid], wrap, budget=300)
        if new is not None and len(on_table) + count <= 16:
            return Case(old, rack, new)
    return None


def spoiled(case: Case, random: Random) -> Case:
    """Take a set away, or let tiles of another table lie there."""
    new = [laid for laid in case.new if random.random() < 0.7]
    if random.random() < 0.3 and case.old:
        new.append(random.choice(case.old))
    return case._replace(new=new)


def compare(seed: int) -> tuple[bool, str] | None:
    random = Random(seed)
    jokers = random.choice([1, 2, 2, 3])
    wrap = random.random() < 0.2
    case = random_case(random, jokers, wrap)
    if case is None:
        return None
    if random.random() < 0.15:
        case = spoiled(case, random)
    options = random_options(random)
    melded = random.random() < 0.8
    expected = legal(case.old, case.rack, case.new, melded, options)
    problems = play_problems(
        [as_tile_set(laid, wrap) for laid in case.old],
        case.rack,
        [as_tile_set(laid, wrap) for laid in case.new],
        as_rules(options, jokers, wrap),
        melded=melded,
    )
    assert expected == (not problems), (seed, case, options, melded, problems)
    return expected, problems[0].defect if problems else ""


def compare_many(seeds: range) -> Counter[tuple[bool, str]]:
    return Counter(found for seed in seeds if (found := compare(seed)) is not None)


def test_small_turns() -> None:
    found = compare_many(range(1200))
    assert found[True, ""] > 100
    for defect in (
        Defect.JOKER_MOVED,
        Defect.LOCKED_TILE_MOVED,
        Defect.FREED_JOKER_PLACE,
        Defect.FREEING_TILE,
        Defect.LOCKED_SETS,
        Defect.TABLE_TOUCHED,
        Defect.MELD_TOO_LOW,
        Defect.TABLE_TILE_MISSING,
    ):
        assert found[False, defect] > 0, defect


@pytest.mark.campaign
def test_many_small_turns() -> None:
    compare_many(range(10_000, 200_000))

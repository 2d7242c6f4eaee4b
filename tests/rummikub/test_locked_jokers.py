"""Plays, legal and not, against the reference that tries everything."""

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

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


def as_rules(options: Options, jokers: int) -> Rules:
    locked = {
        "freeing_tile": "rack" if options.from_rack_only else "any",
        "freed_joker": options.freed_into,
        "group_joker": "both" if options.both_colours else "either",
    }
    return Rules(
        jokers=jokers,
        initial_meld=options.meld,
        single_set=options.single_set,
        table_in_meld_turn=options.table_in_meld_turn,
        joker_lock="locked" if options.locked else "free",
        **(locked if options.locked else {}),
    )


def random_case(random: Random, jokers: int) -> Case | None:
    """Make a table, and a rack of which some tiles are laid into a new arrangement."""
    bag = some_tiles(random, random.randint(3, 5), jokers)
    old = random_table(random, bag, 4)
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
        new = rearranged(random, [*on_table, *laid], budget=300)
        if new is not None and len(on_table) + count <= 16:
            return Case(old, rack, new)
    return None


def compare(seed: int) -> tuple[bool, str] | None:
    random = Random(seed)
    jokers = random.choice([1, 2, 2, 3])
    case = random_case(random, jokers)
    if case is None:
        return None
    options = random_options(random)
    melded = random.random() < 0.8
    expected = legal(case.old, case.rack, case.new, melded, options)
    problems = play_problems(
        map(as_tile_set, case.old),
        case.rack,
        map(as_tile_set, case.new),
        as_rules(options, jokers),
        melded=melded,
    )
    assert expected == (not problems), (seed, case, options, melded, problems)
    return expected, problems[0].defect if problems else ""


def compare_many(seeds: range) -> Counter[tuple[bool, str]]:
    return Counter(found for seed in seeds if (found := compare(seed)) is not None)


def test_small_turns() -> None:
    found = compare_many(range(1500))
    assert found[True, ""] > 200
    assert sum(count for (legal_, _), count in found.items() if not legal_) > 200


@pytest.mark.campaign
def test_many_small_turns() -> None:
    compare_many(range(10_000, 300_000))

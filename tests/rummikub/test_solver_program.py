"""The solver against an integer program over all sets, on random positions."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from nimmt.rummikub import solve
from reference.rummikub import homes, program
from rummikub.solver_cases import check, homes_case, large_case


def compare(seed: str) -> tuple[bool, ...]:
    """Compare one position; return what it was like."""
    case = large_case(Random(seed))
    solution = solve(table=case.table, rack=case.rack, rules=case.rules, objective=case.weights)
    check(solution)
    expected = program.best(case.old, case.rack, case.weights, case.options)
    assert solution.possible == (expected is not None), (seed, case)
    wild = any("J" in laid.tiles for laid in case.old)
    if expected is not None:
        paid = sum(case.weights[tile.name] for tile in solution.laid)
        assert paid == expected, (seed, case)
        if not (case.options.locked and wild):
            fewest = program.fewest_changes(case.old, case.rack, case.weights, paid, case.options)
            assert solution.changed == fewest, (seed, case)
    return expected is not None, case.options.locked and wild


def compare_many(kind: str, count: int) -> Counter[tuple[bool, ...]]:
    return Counter(compare(f"{kind} {seed}") for seed in range(count))


def test_against_the_program() -> None:
    found = compare_many("small", 40)
    assert len(found) == 4
    assert min(found[True, False], found[True, True]) > 10


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_against_the_program_campaign(part: int) -> None:
    compare_many(f"campaign {part}", 300)


def compare_homes(seeds: range, limit: int = 5) -> Counter[str]:
    """Compare positions where freed jokers go into new sets only."""
    found: Counter[str] = Counter()
    for seed in seeds:
        case = homes_case(Random(f"homes {seed}"), limit)
        if not any("J" in laid.tiles for laid in case.old):
            continue
        solution = solve(table=case.table, rack=case.rack, rules=case.rules, objective=case.weights)
        check(solution)
        expected = homes.best(case.old, case.rack, case.weights, case.options)
        assert solution.possible == (expected is not None), (seed, case)
        if expected is not None:
            paid = sum(case.weights[tile.name] for tile in solution.laid)
            assert paid == expected, (seed, case)
            anywhere = replace(case.options, freed_into="anywhere")
            better = program.best(case.old, case.rack, case.weights, anywhere)
            found["less"] += better is not None and paid < better
            found["freed"] += any(move.frees for move in solution.moves)
    return found


def test_homes_of_jokers_against_the_program() -> None:
    found = compare_homes(range(80))
    assert found["less"] > 0
    assert found["freed"] > 10


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_homes_of_jokers_against_the_program_campaign(part: int) -> None:
    compare_homes(range(10_000 * (part + 1), 10_000 * (part + 1) + 500), 6)


def compare_melds(seeds: range) -> Counter[bool]:
    found: Counter[bool] = Counter()
    for seed in seeds:
        case = large_case(Random(f"meld {seed}"))
        expected = program.best_meld(case.rack, case.weights, case.options)
        rules = case.rules
        if rules.single_set or rules.table_in_meld_turn:
            continue
        solution = solve(
            table=case.table, rack=case.rack, rules=rules, objective=case.weights, melded=False
        )
        check(solution)
        assert solution.possible == (expected is not None), (seed, case)
        if expected is not None:
            assert sum(case.weights[tile.name] for tile in solution.laid) == expected, (seed, case)
        found[solution.possible] += 1
    return found


def test_melds_against_the_program() -> None:
    found = compare_melds(range(60))
    assert found[True] > 5
    assert found[False] > 5


@pytest.mark.campaign
def test_melds_against_the_program_campaign() -> None:
    compare_melds(range(1000, 3000))

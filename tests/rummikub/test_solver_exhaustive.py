"""The solver against going through all plays, on small tables."""

from collections import Counter
from random import Random

import pytest

from nimmt.rummikub import solve
from reference.rummikub import exhaustive
from rummikub.solver_cases import check, small_case


def compare(seed: int) -> tuple[bool, ...] | None:
    """Compare one position; return what it was like."""
    case = small_case(Random(seed))
    if case is None:
        return None
    solution = solve(
        table=case.table,
        rack=case.rack,
        rules=case.rules,
        objective=case.weights,
        melded=case.melded,
    )
    check(solution)
    expected = exhaustive.best(case.old, case.rack, case.weights, case.melded, case.options)
    assert solution.possible == (expected is not None), (seed, case)
    locked = case.options.locked and any("J" in laid.tiles for laid in case.old)
    if expected is not None:
        paid, changed = expected
        assert sum(case.weights[tile.name] for tile in solution.laid) == paid, (seed, case)
        # A set that was taken apart may lie whole in another one that had a joker freed.
        assert changed <= solution.changed if locked else changed == solution.changed, (seed, case)
    return expected is not None, case.melded, locked


def compare_many(seeds: range) -> Counter[tuple[bool, ...] | None]:
    return Counter(compare(seed) for seed in seeds)


def test_small_tables() -> None:
    found = compare_many(range(150))
    assert sum(count for kind, count in found.items() if kind and kind[0]) > 40
    assert sum(count for kind, count in found.items() if kind and not kind[0]) > 40


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_many_small_tables(part: int) -> None:
    compare_many(range(10_000 * (part + 1), 10_000 * (part + 1) + 2_000))

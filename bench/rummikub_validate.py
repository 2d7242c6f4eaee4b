"""How many plays and positions of Rummikub are judged in a second, on one core.

python bench/rummikub_validate.py

The plays are those of greedy players in whole rounds; in illegal ones a set lies there twice.
Processor time, the best of several runs.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from nimmt.rummikub import Game, Phase, Position, Rules, TileSet, play_problems
from nimmt.rummikub.agents import GreedyPolicy, take_turn
from nimmt.rummikub.tiles import Tile

ROUNDS = 6
RUNS = 5
OPTIONS: list[dict[str, str]] = [
    {"joker_lock": "free"},
    {"joker_lock": "locked"},
    {"joker_lock": "locked", "freed_joker": "new_set"},
]


class Turn(NamedTuple):
    """A turn: the position, and the table after it."""

    before: Position
    after: tuple[TileSet, ...]


def turns_of(rules: Rules) -> list[Turn]:
    """Play some rounds, and return the turns in which something was laid."""
    found = []
    generator = np.random.default_rng(1)
    for seed in range(ROUNDS):
        game = Game(rules, rng=seed)
        game.deal()
        while game.phase is Phase.TURN:
            before = game.position
            take_turn(game, GreedyPolicy("tiles, value"), generator)
            after = game.position
            if after.table != before.table:
                found.append(Turn(before, after.table))
    return found


def rate(judge: Callable[[], object], count: int) -> str:
    """How many of something that is done so often are done in a second."""
    seconds = []
    for _ in range(RUNS):
        started = time.process_time()
        judge()
        seconds.append(time.process_time() - started)
    return f"{count / min(seconds):8,.0f}"


def judge_plays(
    turns: Sequence[Turn], tables: Sequence[Sequence[object]], expected: bool, rules: Rules
) -> None:
    """Judge what the table becomes in each turn; all must be legal, or none."""
    for turn, table in zip(turns, tables, strict=True):
        position = turn.before
        melded = position.melded[position.turn]
        problems = play_problems(position.table, position.rack, table, rules, melded=melded)
        assert (not problems) is expected


def judge_positions(turns: Sequence[Turn]) -> None:
    """Make each position again, from its parts."""
    for turn in turns:
        one = turn.before
        Position(one.table, one.racks, one.rules, one.turn, pool=one.pool, melded=one.melded)


def main() -> None:
    for options in OPTIONS:
        rules = Rules(players=4, **options)  # type: ignore[arg-type]
        turns = turns_of(rules)
        wild = sum(any(Tile.J in one.tiles for one in turn.before.table) for turn in turns)
        texts = [[str(one) for one in turn.after] for turn in turns]
        broken = [(*turn.after, turn.after[0]) for turn in turns]
        names = ", ".join(f"{name}={value}" for name, value in options.items())
        print(f"{names}: {len(turns)} plays, {wild} with a joker on the table")
        sets = [turn.after for turn in turns]
        for what, tables, legal in (
            ("legal plays, sets", sets, True),
            ("legal plays, text", texts, True),
            ("illegal plays, sets", broken, False),
        ):
            judge = partial(judge_plays, turns, tables, legal, rules)
            print(f"  {what:<20} {rate(judge, len(turns))} a second")
        print(f"  {'positions':<20} {rate(partial(judge_positions, turns), len(turns))} a second")


if __name__ == "__main__":
    main()

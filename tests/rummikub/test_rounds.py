"""Rounds of greedy players, each turn against the solver and the rules."""

import numpy as np
import pytest

from nimmt.rummikub import Position, Rules, solve
from nimmt.rummikub.greedy import AheadTable, greedy_weights
from nimmt.rummikub.rounds import GreedyRounds
from nimmt.rummikub.setup import Deal, random_deal
from nimmt.rummikub.tiles import Tile, as_tiles, less
from nimmt_core._tiles import Arranger

TILES, VALUE = "tiles, value", "value, tiles"


def next_position(position: Position, table: object) -> Position:
    if table is not None:
        return position.play(table)  # type: ignore[arg-type]
    return position.draw() if position.pool else position.pass_turn()


def check_turn(position: Position, laid: tuple[Tile, ...], objective: str) -> None:
    best = solve(position, objective=objective, fewest_changes=False)
    value = sum(30 if tile.is_joker else tile.number for tile in laid)
    assert (len(laid), value) == (best.tiles_laid, best.value_laid)


@pytest.mark.parametrize(
    ("options", "objectives"),
    [
        ({}, [TILES, VALUE, TILES, VALUE]),
        ({"players": 2, "jokers": 0}, [VALUE, TILES]),
        ({"players": 3, "jokers": 5, "initial_meld": 50}, [TILES, TILES, VALUE]),
        ({"direction": "counterclockwise", "initial_meld": 0}, [TILES] * 4),
        ({"rack_size": 26, "players": 4}, [TILES] * 4),
        ({"wrap": True, "players": 3}, [TILES] * 3),
    ],
)
def test_rounds_of_the_kernel(options: dict[str, int], objectives: list[str]) -> None:
    rules = Rules(joker_lock="free", **options)  # type: ignore[arg-type]
    rounds = GreedyRounds(rules, objectives)
    assert rounds.compiled
    generator = np.random.default_rng(len(objectives))
    for number in range(3):
        deal = random_deal(rules, generator)
        starter = number % rules.players
        racks, turns = rounds.play_by_play(deal, starter)
        assert rounds.play(deal, starter) == racks
        position = Position((), deal.racks, rules, starter, pool=deal.pool)
        for laid in turns:
            assert not position.is_over
            check_turn(position, laid, objectives[position.turn])
            table = None
            if laid:
                # All of it can be laid, and the rules say so.
                found = solve(
                    table=position.table,
                    rack=laid,
                    melded=position.melded[position.turn],
                    rules=rules,
                    fewest_changes=False,
                )
                assert found.laid == laid
                table = found.table
            position = next_position(position, table)
        assert position.is_over
        assert position.racks == racks


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"jokers": 4, "players": 3},
        {"table_in_meld_turn": True},
        {"wrap": True, "players": 2},
        {"freed_joker": "new_set"},
        {"freed_joker": "new_set_with_two", "players": 2},
    ],
)
def test_rounds_by_tables(options: dict[str, int]) -> None:
    rules = Rules(**options)  # type: ignore[arg-type]
    assert not GreedyRounds(rules, [TILES] * rules.players).compiled
    arranger, weights = Arranger(), greedy_weights(rules, TILES)
    generator = np.random.default_rng(3)
    for _ in range(2):
        deal = random_deal(rules, generator)
        position = Position((), deal.racks, rules, 0, pool=deal.pool)
        ahead = AheadTable.of(position)
        turns = []
        while not position.is_over:
            seat = position.turn
            count = ahead.greedy_turn(seat, arranger, weights)
            laid = less(position.rack, ahead.racks[seat]) if count else ()
            turns.append(laid)
            check_turn(position, laid, TILES)
            position = next_position(position, ahead.table if count else None)
            assert position.racks == tuple(ahead.racks)
        rounds = GreedyRounds(rules, [TILES] * rules.players)
        assert rounds.play_by_play(deal, 0) == (position.racks, tuple(turns))


def test_a_round_without_a_pool() -> None:
    rules = Rules(players=2, rack_size=2, joker_lock="free")
    deal = Deal((as_tiles("K1 K2"), as_tiles("B1 B3")), ())
    racks, turns = GreedyRounds(rules, [TILES] * 2).play_by_play(deal, 1)
    assert (racks, turns) == (deal.racks, ((), ()))

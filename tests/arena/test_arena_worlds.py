"""Players see what a player at the table sees: two worlds that look the same are played alike."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random

import numpy as np
import pytest

from nimmt import CardSet, Game, Limit, Phase, Placement, Position, Rules
from nimmt.agents import POLICIES, MonteCarloPolicy, Policy, RiskPolicy, choose_action, policy_named
from nimmt.arena import Program
from strategies import act

CODE = """
import json, random, sys
source = None
for line in sys.stdin:
    request = json.loads(line)
    number = request.pop("id", None)
    if request["type"] == "game":
        source, answer = random.Random(request["seed"]), "ready"
    elif request["type"] != "over":
        # Whatever was told decides, and chance.
        told = random.Random(json.dumps(request, sort_keys=True) + str(source.random()))
        answer = told.choice(
            {"play": request.get("hand"), "choose": request.get("options"),
             "pick": request.get("remaining")}[request["type"]]
        )
    print(json.dumps({"id": number, "answer": answer}), flush=True)
"""
NOSY = Program("nosy", (sys.executable, "-c", CODE))

PLAYERS: dict[str, Callable[[], Policy]] = {
    **{name: partial(policy_named, name) for name in POLICIES},
    "montecarlo": lambda: MonteCarloPolicy(Limit(samples=20)),
    "risk": lambda: RiskPolicy(samples=200),
    "risk, estimated": lambda: RiskPolicy(budget=0, samples=200),
}
DRAWS = 8


def worlds(game: Game, seat: int, random: Random) -> list[Game]:
    """Return the game, and another that looks the same to the seat."""
    if game.phase is Phase.DRAFT:
        # The others' picks change hands.
        picks = list(game.draft.picks)
        turns = [
            turn
            for turn in range(len(picks))
            if (game.draft.first + turn) % game.rules.players != seat
        ]
        cards = [picks[turn] for turn in turns]
        random.shuffle(cards)
        for turn, card in zip(turns, cards, strict=True):
            picks[turn] = card
        other = Game(game.rules, rng=1)
        other.deal(first=game.draft.first)
        for card in picks:
            other.pick(card)
        return [game, other]
    view = game.information_set(seat)
    other = game.copy()
    changed: Position = view.determinizations(1, random.getrandbits(32))[0]
    other._position = changed
    return [game, other]


@pytest.mark.parametrize("name", PLAYERS)
def test_players_that_ship(name: str) -> None:
    player = PLAYERS[name]()
    kinds = decide_in_two_worlds(
        lambda game, seat, seed: ask(player, game, seat, seed), draws=DRAWS
    )
    assert min(kinds.values()) >= 3


@pytest.mark.skipif(os.name != "posix", reason="programs need POSIX")
def test_programs() -> None:
    def decide(game: Game, seat: int, seed: int) -> int:
        session = NOSY.start(lambda: None)
        try:
            rng = np.random.default_rng(seed)
            session.announce(game.rules, seat, rng)
            session.await_ready()
            return choose_action(session, game, seat, rng)
        finally:
            session.close()

    kinds = decide_in_two_worlds(decide, draws=2, every=12)
    assert min(kinds.values()) >= 1


def ask(player: Policy, game: Game, seat: int, seed: int) -> int:
    return choose_action(player, game, seat, np.random.default_rng(seed))


def decide_in_two_worlds(
    decide: Callable[[Game, int, int], int], draws: int, every: int = 2
) -> Counter[str]:
    """Demand the same distribution of choices, and count the decisions of each kind."""
    kinds: Counter[str] = Counter(card=0, row=0, tie=0, pick=0)
    random = Random(5)
    number = 0
    for placement, card_set in product(Placement, CardSet):
        rules = Rules(3, placement=placement, card_set=card_set, public_picks=False, rounds=1)
        game = Game(rules, rng=random.getrandbits(32))
        while game.phase is not Phase.OVER:
            for seat in game.seats_to_act[:1]:
                kind = kind_of(game)
                number += 1
                if number % every == 0 or kind in ("row", "tie"):
                    here, there = worlds(game, seat, random)
                    answers = [
                        Counter(decide(world, seat, seed) for seed in range(draws))
                        for world in (here, there)
                    ]
                    assert answers[0] == answers[1]
                    kinds[kind] += hidden(here) != hidden(there)
            act(game, random)
    return kinds


def hidden(game: Game) -> object:
    return game.draft.picks if game.phase is Phase.DRAFT else game.position.hands


def kind_of(game: Game) -> str:
    if game.phase is Phase.DRAFT:
        return "pick"
    if game.phase is Phase.CHOOSE:
        return "tie" if len(game.position.options) == 2 else "row"
    return "card"

"""Players: legal, ignorant of what they may not know, and asked in the right way."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

import reference
from api.cases import LOOKAHEAD
from nimmt import (
    CardSet,
    Game,
    InformationSet,
    Limit,
    Method,
    Objective,
    Phase,
    Placement,
    Playouts,
    Rules,
    recommend,
)
from nimmt.agents import (
    InstantPolicy,
    LowestPolicy,
    MonteCarloPolicy,
    Policy,
    RandomPolicy,
    StrongPolicy,
    choose_action,
    play_match,
)
from nimmt.analysis.network import prior
from nimmt.draft import Draft, DraftView
from nimmt.errors import IllegalActionError, RulesError
from strategies import act, begin_round, round_dealt

QUICK = Limit(samples=20)
GAMES = list(product(Placement, CardSet, (2, 5, 10)))


def shipped() -> list[Policy]:
    return [
        RandomPolicy(),
        LowestPolicy(),
        MonteCarloPolicy(QUICK),
        InstantPolicy(),
        StrongPolicy(QUICK),
    ]


by_policy = pytest.mark.parametrize("policy", shipped(), ids=lambda policy: policy.name)


@pytest.mark.parametrize(("placement", "card_set", "players"), GAMES)
@pytest.mark.parametrize("public", [True, False])
def test_matches_are_played_to_the_end(
    placement: str, card_set: str, players: int, public: bool
) -> None:
    rules = Rules(
        players,
        placement=placement,
        card_set=card_set,
        hand_size=4,
        threshold=30,
        rounds=3,
        public_picks=public,
    )
    policies = [shipped()[seat % 5] for seat in range(players)]
    games = [Game(rules, rng=players) for _ in range(2)]
    for game in games:
        play_match(game, policies, np.random.default_rng(1))
        assert game.phase is Phase.OVER
        assert game.winners
        assert game.record.replay() == game
    assert games[0] == games[1]


@by_policy
def test_they_are_players(policy: Policy) -> None:
    assert isinstance(policy, Policy)
    assert not isinstance(object(), Policy)


@by_policy
def test_what_is_hidden_does_not_matter(policy: Policy) -> None:
    # Two worlds that look the same to seat 0, decision after decision of a round.
    random = Random(3)
    game = round_dealt(Rules(4), 3)
    decisions = 0
    while game.phase in (Phase.PLAY, Phase.CHOOSE):
        position = game.position
        if 0 in game.seats_to_act and position.hand_size > 0:
            view = position.information_set(0)
            other = view.determinizations(1, random.getrandbits(32))[0]
            assert other != position
            answers = [ask(policy, world.information_set(0), seed=9) for world in (position, other)]
            assert answers[0] == answers[1]
            decisions += 1
        act(game, random)
    assert decisions >= 9


def ask(policy: Policy, view: InformationSet, seed: int) -> int:
    """Ask for a card, or for a row if one is to be chosen."""
    decide = policy.choose if view.pending else policy.play
    return decide(view, np.random.default_rng(seed))


class Watcher(RandomPolicy):
    """Notes what it is shown."""

    def __init__(self) -> None:
        self.shown: list[object] = []

    def play(self, view: InformationSet, rng: np.random.Generator) -> int:
        self.shown.append(view)
        return super().play(view, rng)

    def choose(self, view: InformationSet, rng: np.random.Generator) -> int:
        self.shown.append(view)
        assert view.to_choose == view.seat
        return super().choose(view, rng)

    def pick(self, view: DraftView, rng: np.random.Generator) -> int:
        self.shown.append(view)
        return super().pick(view, rng)


@pytest.mark.parametrize("card_set", CardSet)
def test_only_views_are_shown(card_set: str) -> None:
    watchers = [Watcher() for _ in range(3)]
    rules = Rules(3, card_set=card_set, rounds=2, threshold=None, public_picks=False)
    play_match(Game(rules, rng=1), watchers, np.random.default_rng(1))
    for seat, watcher in enumerate(watchers):
        assert {type(view) for view in watcher.shown} == (
            {InformationSet, DraftView} if rules.drafted else {InformationSet}
        )
        for view in watcher.shown:
            assert isinstance(view, InformationSet | DraftView)
            assert view.seat == seat
            if isinstance(view, InformationSet):
                assert not any(view.known)
            else:
                assert view.hands is None


def test_simple_players() -> None:
    rng = np.random.default_rng(1)
    view = InformationSet([[20, 22], [10], [40], [77]], [5, 14, 99])
    assert LowestPolicy().play(view, rng) == 5
    assert {RandomPolicy().play(view, rng) for _ in range(60)} == {5, 14, 99}
    choice = InformationSet([[20, 22], [10], [40], [77]], [14], pending={0: 5})
    for policy in (LowestPolicy(), RandomPolicy()):
        assert policy.choose(choice, rng) == reference.cheapest(choice.rows, 5, False) == 1
    draft = Draft(Rules(2, card_set="logical"), 0, [1, 2]).view(0)
    assert LowestPolicy().pick(draft, rng) == 3
    assert set(draft.remaining) >= {RandomPolicy().pick(draft, rng) for _ in range(20)}


@pytest.mark.parametrize("objective", Objective)
def test_players_play_what_is_recommended(objective: str) -> None:
    view = InformationSet([[4, 13], [21], [40, 44, 47], [77]], [5, 14, 48, 80, 99])
    limit = Limit(samples=300)
    for policy, playouts in (
        (MonteCarloPolicy(limit, objective), Playouts.UNIFORM),
        (StrongPolicy(limit, objective), Playouts.NETWORK),
    ):
        advice = recommend(
            view,
            objective=objective,
            playouts=playouts,
            limit=limit,
            rng=np.random.default_rng(1),
        )
        assert ask(policy, view, seed=1) == advice.best


def test_the_strong_player_proves_what_it_can() -> None:
    view = InformationSet([[4], [13], [40], [77]], [5, 14], Rules(2), known={1: [20, 99]})
    assert ask(StrongPolicy(), view, seed=1) == recommend(view).best
    assert recommend(view).method is Method.EXACT


def test_the_instant_player_does_what_the_network_likes_best() -> None:
    view = InformationSet([[4, 13], [21], [40, 44, 47], [77]], [5, 14, 48, 80, 99])
    chances = prior(view)
    assert ask(InstantPolicy(), view, seed=1) == view.hand[chances.index(max(chances))]
    five_rows = InformationSet([[4], [13], [40], [77], [90]], [5, 14], Rules(3, rows=5))
    with pytest.raises(RulesError, match="not for 5 rows"):
        ask(InstantPolicy(), five_rows, seed=1)


def test_monte_carlo_looks_ahead() -> None:
    assert ask(MonteCarloPolicy(QUICK), LOOKAHEAD.view, seed=1) == 1
    assert ask(RandomPolicy(), LOOKAHEAD.view, seed=1) == 0


def test_an_only_card_is_played_without_thinking() -> None:
    view = InformationSet([[4], [13], [40], [77]], [50])
    rng = np.random.default_rng(1)
    assert MonteCarloPolicy(Limit(seconds=3600)).play(view, rng) == 50


class Cheat(RandomPolicy):
    """Answers what it likes."""

    name = "cheat"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def play(self, view: InformationSet, rng: np.random.Generator) -> Any:
        return self.answer

    choose = play

    def pick(self, view: DraftView, rng: np.random.Generator) -> Any:
        return self.answer


def waiting_for_a_choice() -> Game:
    game = Game(Rules(2, hand_size=1, rows=2), rng=1)
    game.deal([[20], [30]], [[5], [40]])
    game.play([5, 40])
    return game


def drafting() -> Game:
    game = Game(Rules(2, card_set="logical"), rng=1)
    game.deal()
    return game


@pytest.mark.parametrize("answer", [-1, 999, None, "5"])
@pytest.mark.parametrize(
    "begin", [lambda: round_dealt(Rules(2), 1), waiting_for_a_choice, drafting]
)
def test_an_illegal_answer_names_the_player(begin: Callable[[], Game], answer: Any) -> None:
    game = begin()
    with pytest.raises(IllegalActionError) as caught:
        choose_action(Cheat(answer), game, 0, np.random.default_rng(1))
    assert f"cheat at seat 0 answered {answer!r}" in str(caught.value)
    assert game == begin()


def test_a_seat_is_asked_in_its_turn_only() -> None:
    rng = np.random.default_rng(1)
    for game, seat in ((waiting_for_a_choice(), 1), (drafting(), 1), (Game(Rules(2)), 0)):
        with pytest.raises(IllegalActionError, match=f"seat {seat} has nothing to decide"):
            choose_action(RandomPolicy(), game, seat, rng)


def test_there_is_a_player_for_each_seat() -> None:
    with pytest.raises(IllegalActionError, match="2 policies for 3 seats"):
        play_match(Game(Rules(3)), [RandomPolicy()] * 2, np.random.default_rng(1))


def test_a_match_can_be_taken_over_anywhere() -> None:
    game = Game(Rules(3, rounds=2, threshold=None), rng=1)
    begin_round(game, Random(1))
    act(game, Random(1))
    first_turn = game.record.rounds[0].turns[0].plays
    play_match(game, [LowestPolicy()] * 3, np.random.default_rng(1))
    assert game.round_number == 2
    turns = game.record.rounds[0].turns
    assert turns[0].plays == first_turn
    # From then on everybody plays the lowest card: hands go up.
    assert all(
        plays == sorted(plays)
        for plays in map(list, zip(*(turn.plays for turn in turns[1:]), strict=True))
    )

"""What a game offers is accepted; everything else is refused and changes nothing."""

from collections.abc import Callable
from copy import copy, deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

import strategies
from nimmt import Game, Phase, PositionError, Rules
from nimmt.errors import IllegalActionError
from strategies import act, round_dealt

MOST_CARDS = 127


def state(game: Game) -> tuple[object, ...]:
    """Return all that can be seen of a game."""
    position = game.position if game.phase not in (Phase.DRAFT, Phase.DEAL) else None
    draft = game.draft if game.phase is Phase.DRAFT else None
    return game.record, game.phase, game.scores, position, draft


def assert_refused(game: Game, action: Callable[[Game], object]) -> None:
    """Check that an action is illegal and leaves no trace, in the deals to come neither."""
    before, deals = state(game), game.copy()
    with pytest.raises(IllegalActionError):
        action(game)
    assert state(game) == before
    if game.phase is Phase.DEAL:
        refused = game.copy()
        refused.deal()
        deals.deal()
        assert state(refused) == state(deals)


def wrong_values(legal: tuple[int, ...]) -> list[Any]:
    """Return everything that is not offered, and what only looks like it."""
    others: list[Any] = [value for value in range(-1, MOST_CARDS + 2) if value not in legal]
    return [*others, None, "5", [legal[0]], float(legal[0]), str(legal[0])]


@settings(max_examples=60)
@given(strategies.games(), strategies.randoms)
def test_what_is_offered_is_accepted(game: Game, random: Random) -> None:
    offered = {seat: game.legal_actions(seat) for seat in range(game.rules.players)}
    assert {seat for seat, actions in offered.items() if actions} == set(game.seats_to_act)
    if game.phase is Phase.PLAY:
        shortest = min(map(len, offered.values()))
        for index in range(shortest):
            game.copy().play({seat: actions[index] for seat, actions in offered.items()})
    elif game.phase in (Phase.DRAFT, Phase.CHOOSE):
        (seat,) = game.seats_to_act
        for action in offered[seat]:
            twin = game.copy()
            twin.pick(action) if game.phase is Phase.DRAFT else twin.choose(action)
            assert twin != game
    else:
        assert not any(offered.values())


@settings(max_examples=60)
@given(strategies.games(), strategies.randoms)
def test_everything_else_is_refused(game: Game, random: Random) -> None:
    attempts: dict[Phase, Callable[[Game], object]] = {
        Phase.DEAL: lambda tried: tried.deal(),
        Phase.DRAFT: lambda tried: tried.pick(1),
        Phase.PLAY: lambda tried: tried.play([1] * tried.rules.players),
        Phase.CHOOSE: lambda tried: tried.choose(0),
    }
    for phase, attempt in attempts.items():
        if phase is not game.phase:
            assert_refused(game, attempt)
    if game.phase in (Phase.DRAFT, Phase.CHOOSE):
        (seat,) = game.seats_to_act
        for value in wrong_values(game.legal_actions(seat)):
            act_on = Game.pick if game.phase is Phase.DRAFT else Game.choose
            assert_refused(game, lambda tried, v=value, do=act_on: do(tried, v))  # type: ignore[misc]
    if game.phase is Phase.PLAY:
        cards = [random.choice(hand) for hand in game.position.hands]
        seat = random.randrange(game.rules.players)
        for value in wrong_values(game.legal_actions(seat)):
            wrong = [*cards[:seat], value, *cards[seat + 1 :]]
            assert_refused(game, lambda tried, w=wrong: tried.play(w))  # type: ignore[misc]
        assert_refused(game, lambda tried: tried.play(cards[1:]))
        assert_refused(game, lambda tried: tried.play({**dict(enumerate(cards)), 99: 1}))


@pytest.mark.parametrize(
    "cards",
    [
        {"rows": [[4], [13], [40], [77]]},
        {"hands": [[5], [6]]},
        {"first": 0},
        {"rows": [[4], [13], [40], [77, 78]], "hands": [range(80, 90), range(90, 100)]},
        {"rows": [[4], [13], [40], [77]], "hands": [range(80, 89), range(90, 99)]},
    ],
)
def test_deals_that_are_none(cards: dict[str, Any]) -> None:
    assert_refused(Game(Rules(2), rng=1), lambda game: game.deal(**cards))


def test_deals_that_cannot_be() -> None:
    game = Game(Rules(2, hand_size=1, rows=1), rng=1)
    with pytest.raises(PositionError, match="card 5 is in row 0 and in the hand of seat 1"):
        game.deal([[5]], [[4], [5]])
    assert (game.phase, game.round_number) == (Phase.DEAL, 0)


@pytest.mark.parametrize(
    "cards", [{"rows": [[1]]}, {"hands": [[2], [3]]}, {"first": 2}, {"first": -1}, {"first": "0"}]
)
def test_a_logical_game_is_not_dealt(cards: dict[str, Any]) -> None:
    game = Game(Rules(2, hand_size=1, rows=1, card_set="logical"), rng=1)
    assert_refused(game, lambda tried: tried.deal(**cards))


def test_there_is_no_position_before_the_deal() -> None:
    game = Game(Rules(2), rng=1)
    for question in ("position", "draft"):
        with pytest.raises(IllegalActionError, match="the game waits for deal"):
            getattr(game, question)
    with pytest.raises(IllegalActionError):
        game.information_set(0)


@pytest.mark.parametrize("names", [["one"], ["one", "two", "three"]])
def test_names_are_as_many_as_seats(names: list[str]) -> None:
    with pytest.raises(IllegalActionError, match=f"{len(names)} names .* 2 seats"):
        Game(Rules(2), names=names)


@given(strategies.games(), strategies.randoms)
@settings(max_examples=40)
def test_copies_go_their_own_way(game: Game, random: Random) -> None:
    copies = [game.copy(), copy(game), deepcopy(game)]
    if game.phase is Phase.OVER:
        return
    before, seed = state(game), random.getrandbits(32)
    for twin in copies:
        assert twin == game
        twin_random = Random(seed)
        for _ in range(15):
            if twin.phase is not Phase.OVER:
                act(twin, twin_random)
    assert state(game) == before
    # The same random acts led each through the same deals.
    assert state(copies[0]) == state(copies[1]) == state(copies[2])
    assert copies[0] != game


def test_equality_is_of_what_happened() -> None:
    rules = Rules(3)
    assert Game(rules, rng=1) == Game(rules, rng=2)
    assert round_dealt(rules, 1) == round_dealt(rules, 1)
    assert round_dealt(rules, 1) != round_dealt(rules, 2)
    assert Game(rules) != Game(Rules(4))
    assert Game(rules) != rules
    with pytest.raises(TypeError, match="unhashable"):
        hash(Game(rules))


def test_repr_tells_where_the_game_is() -> None:
    assert repr(round_dealt(Rules(3), 1)) == "<Game of 3: round 1, play>"

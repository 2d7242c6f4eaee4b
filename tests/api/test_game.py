"""Whole matches against the reference, and how they are scored and ended."""

from itertools import product
from random import Random

import pytest

import reference
from nimmt import CardSet, Game, Phase, Placement, Rules
from nimmt.errors import IllegalActionError, LimitError
from strategies import act, begin_round, round_dealt

GAMES = list(product(Placement, CardSet, range(2, 11)))
TINY = Rules(2, hand_size=1, rows=1, rounds=3)


def play_round(game: Game, random: Random) -> list[int]:
    """Play a round in a random order with the cheapest rows; return the reference's result."""
    start = game.position
    orders = [random.sample(hand, len(hand)) for hand in start.hands]
    scores = game.scores
    for cards in zip(*orders, strict=True):
        assert game.scores == scores
        assert game.seats_to_act == tuple(range(game.rules.players))
        game.play(cards)
        while game.phase is Phase.CHOOSE:
            rows, card = game.position.rows, game.position.pending[0][1]
            game.choose(reference.cheapest(rows, card, game.rules.professional))
    return reference.play_round(
        start.rows, orders, reference.cheapest, game.rules.professional, game.rules.row_capacity
    )


@pytest.mark.parametrize(("placement", "card_set", "players"), GAMES)
def test_a_match_is_that_of_the_reference(placement: str, card_set: str, players: int) -> None:
    random = Random(f"{placement} {card_set} {players}")
    threshold = random.choice([66, 40])
    rounds = random.choice([None, 3])
    rules = Rules(
        players, placement=placement, card_set=card_set, threshold=threshold, rounds=rounds
    )
    game = Game(rules, rng=players)
    totals = [0] * players
    while not game.winners:
        begin_round(game, random)
        assert game.position.scores == tuple(totals)
        taken = play_round(game, random)
        assert list(game.position.taken) == taken
        totals = [total + heads for total, heads in zip(totals, taken, strict=True)]
        assert list(game.scores) == totals
        assert list(game.points) == [threshold - total for total in totals]
        assert list(game.ranks) == reference.ranks(totals)
        ended = reference.match_over(totals, threshold) or game.round_number == rounds
        assert (game.phase is Phase.OVER) == ended
        assert list(game.winners) == (reference.winners(totals) if ended else [])
    assert game.seats_to_act == ()


def play_cards(game: Game, deals: list[tuple[int, int, int]]) -> None:
    """Play rounds of one card each: the row, and the cards of the two seats."""
    for row, first, second in deals:
        game.deal([[row]], [[first], [second]])
        game.play([first, second])


def test_the_threshold_counts_at_the_end_of_a_round_only() -> None:
    # 55 has 7 bull heads: seat 0 is at the threshold with it, and takes 1 and 56 after it.
    game = Game(Rules(2, hand_size=2, rows=1, threshold=7), rng=1)
    game.deal([[55]], [[1, 2], [56, 57]])
    game.play([1, 56])
    assert game.phase is Phase.PLAY
    assert (game.position.taken, game.scores) == ((7, 0), (0, 0))
    game.play([2, 57])
    assert (game.phase, game.scores, game.winners) == (Phase.OVER, (9, 0), (1,))


def test_the_threshold_is_reached_and_not_passed_only() -> None:
    game = Game(Rules(2, hand_size=1, rows=1, threshold=14), rng=1)
    play_cards(game, [(55, 1, 56)])
    assert game.phase is Phase.DEAL
    play_cards(game, [(55, 1, 56)])
    assert (game.phase, game.points) == (Phase.OVER, (0, 14))


def test_points_may_be_negative() -> None:
    game = Game(Rules(2, hand_size=1, rows=1, threshold=5), rng=1)
    play_cards(game, [(55, 1, 56)])
    assert game.points == (-2, 5)


def test_equal_scores_share_the_win() -> None:
    game = Game(TINY, rng=1)
    play_cards(game, [(20, 1, 56), (30, 56, 1), (5, 6, 7)])
    assert game.phase is Phase.OVER
    assert (game.scores, game.ranks, game.winners) == ((3, 3), (1, 1), (0, 1))


def test_a_fixed_number_of_rounds_needs_no_threshold() -> None:
    game = Game(Rules(2, hand_size=1, rows=1, threshold=None, rounds=2), rng=1)
    play_cards(game, [(55, 1, 56)])
    assert (game.phase, game.round_number) == (Phase.DEAL, 1)
    with pytest.raises(IllegalActionError, match="no threshold"):
        game.points  # noqa: B018
    play_cards(game, [(55, 1, 56)])
    assert (game.phase, game.scores, game.winners) == (Phase.OVER, (14, 0), (1,))


def test_every_round_uses_the_whole_set_again() -> None:
    random = Random(4)
    game = Game(Rules(10, rounds=4, threshold=None), rng=4)
    starts = []
    while game.phase is not Phase.OVER:
        if game.phase is Phase.DEAL:
            game.deal()
            starts.append(game.position)
        act(game, random)
    for start in starts:
        cards = [card for place in (*start.rows, *start.hands) for card in place]
        assert sorted(cards) == list(range(1, 105))
    assert len({start.rows for start in starts}) == 4


def test_the_seed_decides_the_deals() -> None:
    rules = Rules(5)
    first, again, other = (round_dealt(rules, seed).position for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize("seed", [-1, "seed", 1.5, True])
def test_a_seed_that_is_none(seed: int) -> None:
    with pytest.raises(LimitError, match=repr(seed)):
        Game(rng=seed)


def test_hidden_picks_hide_the_hands() -> None:
    shown = round_dealt(Rules(3, card_set="logical"), 1)
    secret = round_dealt(Rules(3, card_set="logical", public_picks=False), 1)
    assert shown.position.hands == secret.position.hands
    assert shown.information_set(0).known == ((), *shown.position.hands[1:])
    assert secret.information_set(0).known == ((), (), ())
    # The union of the other hands is known all the same.
    assert len(secret.information_set(0).unseen) == 20

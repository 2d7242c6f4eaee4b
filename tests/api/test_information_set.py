"""What a seat knows: what is hidden from it, how it follows the play, when it knows all."""

from random import Random

import pytest
from hypothesis import assume, given, settings

import strategies
from nimmt import CardSet, Game, InformationSet, NimmtError, Phase, Position, Rules
from nimmt.errors import IllegalActionError, PositionError
from strategies import Known

ROWS = [[4], [13, 20], [40], [77]]


def hidden(game: Game) -> bool:
    """Tell whether hands are secret in this game."""
    return not (game.rules.drafted and game.rules.public_picks)


def test_a_view_has_nothing_of_other_hands() -> None:
    position = Position(ROWS, [[5, 14], [30, 99]], Rules(2, hand_size=2))
    other = Position(ROWS, [[5, 14], [31, 98]], Rules(2, hand_size=2))
    assert position.information_set(0) == other.information_set(0)
    assert hash(position.information_set(0)) == hash(other.information_set(0))
    assert position.information_set(1) != other.information_set(1)
    assert position.information_set(0, open_hands=True).known == ((), (30, 99))


@pytest.mark.parametrize("seat", [-1, 2, "0", True])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: int) -> None:
    position = Position(ROWS, [[5, 14], [30, 99]], Rules(2, hand_size=2))
    with pytest.raises(PositionError, match=f"seat {seat!r}"):
        position.information_set(seat)


@given(strategies.games())
def test_views_of_a_game(game: Game) -> None:
    assume(game.phase is not Phase.DRAFT and game.round_number)
    position = game.position
    for seat in range(game.rules.players):
        view = game.information_set(seat)
        others = [
            card for other, hand in enumerate(position.hands) if other != seat for card in hand
        ]
        assert view.hand == position.hands[seat]
        assert view.unaccounted == 0
        assert view.hand_sizes == tuple(map(len, position.hands))
        if hidden(game):
            assert not any(view.known)
            assert set(others) <= set(view.unseen)
        else:
            assert view.position() == position
        # In play or out of play, whatever is not shown is unseen, and nothing else is.
        cards_out = game.rules.top_card - game.rules.cards_dealt
        assert len(view.unseen) == cards_out + (len(others) if hidden(game) else 0)


@settings(max_examples=30)
@given(strategies.game_rules(), strategies.randoms)
def test_a_view_follows_the_play(rules: Rules, random: Random) -> None:
    game = strategies.round_dealt(rules, random.getrandbits(32))
    views = [game.information_set(seat) for seat in range(rules.players)]
    while game.phase in (Phase.PLAY, Phase.CHOOSE):
        before = game.position
        if game.phase is Phase.CHOOSE:
            row = random.choice(before.options)
            placed = game.choose(row)
            steps = [view.choose(row) for view in views]
        else:
            cards = [random.choice(hand) for hand in before.hands]
            placed = game.play(cards)
            steps = [view.reveal(cards) for view in views]
        views = [view for view, _ in steps]
        assert all(seen == placed for _, seen in steps)
        # Scores are those of the rounds before, so the end of the round does not change them.
        assert views == [game.information_set(seat) for seat in range(rules.players)]


def test_seen_cards_are_forgotten_with_the_round() -> None:
    random = Random(5)
    game = Game(Rules(players=6), rng=5)
    strategies.act(game, random)
    while game.phase is not Phase.DEAL:
        strategies.act(game, random)
    assert game.position.seen
    game.deal()
    assert game.information_set(0).seen == ()
    assert len(game.information_set(0).unseen) == 104 - 10 - 4


def test_reveal_takes_cards_by_seat() -> None:
    view = InformationSet(ROWS, [5, 14], Rules(3))
    assert view.reveal({2: 90, 0: 5, 1: 30}) == view.reveal([5, 30, 90])


@pytest.mark.parametrize(
    "cards",
    [
        [6, 30, 90],
        [5, 30],
        [5, 13, 90],
        [5, 14, 90],
        [5, 30, 30],
        [5, 60, 30],
        [5, 61, 90],
        [5, 30, 64],
        [5, 30, None],
        {0: 5, 1: 30},
        {0: 5, 1: 30, 2: 90, 3: 91},
    ],
)
def test_reveal_of_what_cannot_be(cards: list[int]) -> None:
    # Seat 1 holds 60 and lacks 61; seat 2 holds 62 and 63.
    view = InformationSet(ROWS, [5, 14], Rules(3), known={1: [60], 2: [62, 63]}, excluded={1: [61]})
    view.reveal([5, 30, 63])
    with pytest.raises(IllegalActionError):
        view.reveal(cards)


def test_reveal_of_cards_that_leave_no_deal() -> None:
    # Seat 1 lacks 5 and 6, so it must keep 4 or 3, and seat 2 cannot have both.
    rules = Rules(3, rows=1, hand_size=2, deck_size=8)
    view = InformationSet([[1]], [2, 8], rules, excluded={1: [5, 6, 7]})
    with pytest.raises(IllegalActionError, match="what is known rules these plays out"):
        view.reveal([2, 3, 4])


def test_a_choice_comes_before_the_next_reveal() -> None:
    view = InformationSet(ROWS, [5], Rules(2), pending={1: 1})
    with pytest.raises(IllegalActionError, match="seat 1 has a row to choose"):
        view.reveal([5, 30])


def test_unaccounted() -> None:
    # 4 players, 8 turns: 36 cards were laid, 5 lie in the rows.
    view = InformationSet(ROWS, [5, 14])
    assert view.unaccounted == 31
    assert InformationSet(ROWS, [5, 14], seen=range(50, 55)).unaccounted == 26
    assert InformationSet(ROWS, [5, 14], pending={2: 1}).unaccounted == 30
    composed = [[4, 5, 6, 7, 8]] + [[10 * row] for row in (2, 3, 4)]
    assert InformationSet(composed, range(50, 60)).unaccounted == -4


def test_two_players_of_a_tactical_game_know_all_from_the_start() -> None:
    game = strategies.round_dealt(Rules(2, card_set=CardSet.TACTICAL), 1)
    for seat in (0, 1):
        view = game.information_set(seat)
        assert view.hands_known
        assert view.position() == game.position


@pytest.mark.parametrize("players", [3, 10])
def test_more_players_know_the_union_only(players: int) -> None:
    game = strategies.round_dealt(Rules(players, card_set=CardSet.TACTICAL), 1)
    view = game.information_set(0)
    assert set(view.unseen) == {card for hand in game.position.hands[1:] for card in hand}
    assert not view.hands_known
    with pytest.raises(NimmtError, match=f"{10 * (players - 1)} cards of other hands"):
        view.position()


def test_standard_cards_hide_the_hands_of_two_players() -> None:
    assert not strategies.round_dealt(Rules(2), 1).information_set(0).hands_known


def test_exclusions_may_leave_one_deal() -> None:
    # 3, 4 and 5 are left for two hands; seat 1 must have 3, and then seat 2 must have 4.
    rules = Rules(3, rows=1, hand_size=1, deck_size=5)
    one_short = InformationSet([[1]], [2], rules, excluded={1: [4, 5]})
    assert not one_short.hands_known
    view = InformationSet([[1]], [2], rules, excluded={1: [4, 5], 2: [5]})
    assert view.hands_known
    assert view.position().hands == ((2,), (3,), (4,))


@given(strategies.knowledge())
def test_possible_cards_hold_the_truth(known: Known) -> None:
    for seat, hand in enumerate(known.position.hands):
        assert set(hand) <= set(known.view.possible_cards(seat))
    if known.view.hands_known:
        assert known.view.position().hands == known.position.hands


@given(strategies.knowledge())
def test_choose_follows_for_any_knowledge(known: Known) -> None:
    position, view = known
    assume(position.pending)
    assert (view.to_choose, view.options) == (position.to_choose, position.options)
    for row in view.options:
        followed, placed = view.choose(row)
        after, events = position.choose(row)
        assert placed == events
        assert (followed.rows, followed.pending, followed.taken) == (
            after.rows,
            after.pending,
            after.taken,
        )
        swept = set(after.seen) - set(position.seen)
        assert set(followed.seen) == {*view.seen, *swept}
        assert (followed.known, followed.excluded) == (view.known, view.excluded)


@given(strategies.views, strategies.randoms)
def test_views_are_values(view: InformationSet, random: Random) -> None:
    again = InformationSet(
        random.sample(view.rows, len(view.rows)),
        view.hand[::-1],
        view.rules,
        view.seat,
        seen=view.seen[::-1],
        pending=view.pending[::-1],
        known=dict(enumerate(view.known)),
        excluded=view.excluded,
        taken=list(view.taken),
        scores=list(view.scores),
    ).canonical()
    assert again == view.canonical()
    assert hash(again) == hash(view.canonical())
    with pytest.raises(AttributeError):
        view.hand = ()  # type: ignore[misc]

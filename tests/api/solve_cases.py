"""Two-player positions to be solved, and what the reference says of them."""

from random import Random

from nimmt import Placement, Position, Rules
from reference.equilibrium import choice_values, game_value, stage_matrix
from strategies import TOP_CARD, composed

SAME = 1e-6
"""How far two exact answers may be apart, in bull heads: fixed-point arithmetic and rounding."""

MOST_ROWS = 4
MOST_CAPACITY = 7

TACTICAL_DEAL = Position(
    [[7], [12], [15], [23]],
    [[1, 4, 9, 11, 16, 18, 20, 24], [2, 3, 5, 8, 13, 14, 19, 22]],
    Rules(players=2, card_set="tactical"),
    seen=[6, 10, 17, 21],
)
"""Eight cards each: long enough to be stopped, short enough to be finished."""


def drawn_rules(random: Random, placement: Placement, hand_size: int) -> Rules:
    """Draw the rules of a two-player game of any size that can be solved."""
    rows = random.randint(1, MOST_ROWS)
    needed = 2 * hand_size + rows
    return Rules(
        players=2,
        placement=placement,
        rows=rows,
        row_capacity=random.choice([1, 2, 3, 4, 5, 5, 6, MOST_CAPACITY]),
        hand_size=hand_size,
        # Few spare cards make ties and short rows, many make long rows of dear cards.
        deck_size=random.choice([needed, needed + 4, 60, 104, TOP_CARD]),
    )


def drawn(random: Random, placement: Placement, most_cards: int) -> Position:
    """Draw a composed position: rows of any length, sometimes in the middle of a turn."""
    return composed(drawn_rules(random, placement, most_cards), random)


def between_turns(random: Random, placement: Placement, cards: int) -> Position:
    """Draw a position with so many cards each and nothing pending."""
    while True:
        position = composed(drawn_rules(random, placement, cards), random)
        if not position.pending and position.hand_size == cards:
            return position


def dealt_down(random: Random, placement: Placement, cards: int) -> Position:
    """Deal the tactical cards of a whole game, and play at random until so many are left."""
    rules = Rules(players=2, placement=placement, card_set="tactical")
    deck = random.sample(rules.cards, rules.top_card)
    position = Position([[deck.pop()] for _ in range(4)], [deck[:10], deck[10:]], rules)
    while position.hand_size > cards:
        position, _ = position.play([random.choice(hand) for hand in position.hands])
        while position.pending:
            position, _ = position.choose(random.choice(position.options))
    return position


def exact_value(position: Position, committer: int | None = None) -> float:
    """The reference's value, of the game itself or of the one in which a seat commits first."""
    rules = position.rules
    return game_value(
        position.rows,
        position.hands,
        rules.professional,
        rules.row_capacity,
        position.pending,
        committer,
    )


def exact_matrix(position: Position) -> list[list[float]]:
    """The reference's matrix of the coming turn."""
    rules = position.rules
    return stage_matrix(position.rows, position.hands, rules.professional, rules.row_capacity)


def exact_choices(position: Position) -> dict[int, float]:
    """The reference's values of the rows that may be chosen."""
    rules = position.rules
    return choice_values(
        position.rows, position.pending, position.hands, rules.professional, rules.row_capacity
    )

"""Small random positions with known hands, between turns and at choices of rows."""

from collections.abc import Iterator
from random import Random

from nimmt import Position, Rules, parse_position
from reference import multiplayer
from reference.multiplayer import Game, State

PLACEMENTS = ("standard", "professional")
OBJECTIVES = ("own", "relative")


def composed(
    random: Random, placement: str, players: int, cards: int, rows: int, capacity: int
) -> Position:
    """Make a position between two turns; the rows are often full."""
    top_card = rows * capacity + players * cards + random.randint(0, 12)
    deck = random.sample(range(1, top_card + 1), top_card)
    laid = []
    for _ in range(rows):
        length = random.choice([capacity, random.randint(1, capacity)])
        laid.append(sorted(deck[:length]))
        deck = deck[length:]
    rules = Rules(
        players=players,
        placement=placement,
        rows=rows,
        row_capacity=capacity,
        hand_size=cards,
        deck_size=top_card,
    )
    return Position(
        laid, [deck[seat * cards : (seat + 1) * cards] for seat in range(players)], rules
    )


def small(
    random: Random, placement: str, most_players: int = 4, most_ends: int = 500
) -> Iterator[Position]:
    """Make positions for ever, every third of them at a choice of rows."""
    count = 0
    while True:
        players = random.randint(2, most_players)
        cards = random.randint(1, 3)
        rows = random.randint(1, 4)
        ends = 1
        for left in range(2, cards + 1):
            ends *= left**players
        if ends * rows > most_ends:
            continue
        position = composed(random, placement, players, cards, rows, random.randint(1, 5))
        if count % 3 == 2:
            position, _ = position.play([random.choice(hand) for hand in position.hands])
            if not position.pending:
                continue
        count += 1
        yield position


def parsed(text: str) -> Position:
    """Read a position with every hand known."""
    position = parse_position(text)
    assert isinstance(position, Position)
    return position


EASY = parsed("4/13/40/71,72,73,74,76 14,30,78/20,77,99/15,41,90")


def large() -> Position:
    """Return the first turn of a whole round."""
    hands = [list(range(5 + seat, 5 + 4 * 10, 4)) for seat in range(4)]
    return Position([[1], [50], [60], [70]], hands)


def as_reference(position: Position) -> tuple[Game, State]:
    """Return the position as the reference has it."""
    rules = position.rules
    game = Game(rules.professional, rules.row_capacity)
    return game, multiplayer.start(position.rows, position.hands, position.pending)

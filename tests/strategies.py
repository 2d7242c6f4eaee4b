"""Hypothesis strategies: rules, positions, views of them, and games at any point.

A position, view or game is made by an ordinary random generator from a drawn seed: what shrinks
is the rules and the seed, and drawing stays fast.
"""

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from nimmt import CardSet, Game, InformationSet, Phase, Placement, Position, Rules
from reference import options

TOP_CARD = 127
MOST_ROWS = 8
MOST_CAPACITY = 16
MOST_CARDS_OF_A_HAND = 16

randoms = st.integers(0, 2**32 - 1).map(Random)
match_ends = st.sampled_from([(66, None), (None, 1), (None, 3), (20, 2), (1_000_000, 1_000_000)])


class Known(NamedTuple):
    """A position, and what one seat knows of it."""

    position: Position
    view: InformationSet


@st.composite
def game_rules(draw: st.DrawFn) -> Rules:
    """Draw the rules of a game as it is sold, any number of players."""
    threshold, rounds = draw(match_ends)
    return Rules(
        players=draw(st.integers(2, 10)),
        placement=draw(st.sampled_from(Placement)),
        card_set=draw(st.sampled_from(CardSet)),
        threshold=threshold,
        rounds=rounds,
        public_picks=draw(st.booleans()),
    )


@st.composite
def study_rules(draw: st.DrawFn) -> Rules:
    """Draw the rules of a game of another size."""
    players = draw(st.integers(2, 10))
    rows = draw(st.integers(1, MOST_ROWS))
    most_held = min(MOST_CARDS_OF_A_HAND, (TOP_CARD - rows) // players)
    hand_size = draw(st.integers(1, most_held))
    card_set = draw(st.sampled_from(CardSet))
    needed = players * hand_size + rows
    top = TOP_CARD if card_set is CardSet.STANDARD else needed
    threshold, rounds = draw(match_ends)
    return Rules(
        players=players,
        placement=draw(st.sampled_from(Placement)),
        card_set=card_set,
        rows=rows,
        row_capacity=draw(st.integers(1, MOST_CAPACITY)),
        hand_size=hand_size,
        deck_size=draw(st.integers(needed, top)),
        threshold=threshold,
        rounds=rounds,
        public_picks=draw(st.booleans()),
    )


rules = st.one_of(game_rules(), study_rules())


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a composed position: rows of any length, often in the middle of a turn."""
    return composed(draw(rules), draw(randoms))


@st.composite
def knowledge(draw: st.DrawFn) -> Known:
    """Draw a position, and a view of it with some cards known and some ruled out."""
    position = draw(positions())
    return Known(position, view_of(position, draw(randoms)))


views = knowledge().map(lambda known: known.view)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game that was stopped anywhere, or played to its end."""
    random = draw(randoms)
    game = Game(draw(rules), rng=random.getrandbits(32))
    for _ in range(draw(st.integers(0, 150))):
        if game.phase is Phase.OVER:
            break
        act(game, random)
    return game


def composed(drawn: Rules, random: Random) -> Position:
    """Make a position of these rules."""
    cards = random.sample(drawn.cards, drawn.top_card)
    held = random.randint(0, drawn.hand_size)
    hands = [[cards.pop() for _ in range(held)] for _ in range(drawn.players)]
    rows = [[cards.pop()] for _ in range(drawn.rows)]
    for row in rows:
        wanted = random.choice([1, drawn.row_capacity, random.randint(1, drawn.row_capacity)])
        while len(row) < wanted and cards:
            row.append(cards.pop())
        row.sort()
    seats = random.sample(range(drawn.players), random.randint(0, drawn.players))
    plays = sorted(zip(seats, cards, strict=False), key=lambda play: play[1])
    if not plays or len(options(rows, plays[0][1], drawn.professional)) < 2:
        plays = []
    played = {card for _, card in plays}
    swept = [card for card in cards if card not in played and random.random() < 0.3]
    return Position(
        rows,
        hands,
        drawn,
        seen=swept,
        pending=plays,
        taken=random.choices(range(40), k=drawn.players),
        scores=random.choices([0, 1, 65, 999_999_999], k=drawn.players),
    )


def view_of(position: Position, random: Random) -> InformationSet:
    """Make a true view of a position; some swept cards may be forgotten."""
    seat = random.randrange(position.rules.players)
    known = {}
    excluded = {}
    for other, hand in enumerate(position.hands):
        known[other] = random.sample(hand, random.randint(0, len(hand)))
        lacking = [card for card in position.rules.cards if card not in hand]
        excluded[other] = random.sample(lacking, random.choice([0, 0, 1, min(5, len(lacking))]))
    hidden = random.random() < 0.3
    return InformationSet(
        position.rows,
        position.hands[seat],
        position.rules,
        seat,
        seen=[card for card in position.seen if random.random() < 0.8],
        pending=position.pending,
        known={} if hidden else known,
        excluded={} if hidden else excluded,
        taken=position.taken,
        scores=position.scores,
    )


def act(game: Game, random: Random) -> None:
    """Do one thing that the game waits for, at random."""
    if game.phase is Phase.DEAL:
        game.deal()
    elif game.phase is Phase.DRAFT:
        game.pick(random.choice(game.draft.remaining))
    elif game.phase is Phase.CHOOSE:
        game.choose(random.choice(game.position.options))
    else:
        game.play([random.choice(hand) for hand in game.position.hands])


def round_dealt(drawn: Rules, seed: int) -> Game:
    """Return a game whose first round is dealt, or drafted at random."""
    game = Game(drawn, rng=seed)
    begin_round(game, Random(seed))
    return game


def begin_round(game: Game, random: Random) -> None:
    """Deal, or draft at random."""
    while game.phase in (Phase.DEAL, Phase.DRAFT):
        act(game, random)

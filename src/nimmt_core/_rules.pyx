"""Bull heads, placement under both rules, the cheapest choice, one turn."""

from nimmt_core cimport _types
from nimmt_core._types cimport (
    BY_INDEX, Landing, NO_ROW, SEAT_BITS, Table,
)

# The largest of each that the kernel is built for.
LIMITS = {
    "card": _types.MAX_CARD,
    "rows": _types.MAX_ROWS,
    "capacity": _types.MAX_CAPACITY,
    "players": _types.MAX_PLAYERS,
    "hand": _types.MAX_HAND,
}


cdef int _heads(int card):
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


for _card in range(1, _types.MAX_CARD + 1):
    HEADS[_card] = _heads(_card)
del _card


cdef int load_table(
    Table* table, object rows, int capacity, bint professional
) except -1:
    """Fill a table from the rows' cards, left to right."""
    cdef int row, card
    if not 1 <= len(rows) <= _types.MAX_ROWS:
        raise ValueError(f"1 to {_types.MAX_ROWS} rows expected, not {len(rows)}")
    table.rows = len(rows)
    table.capacity = capacity
    table.professional = professional
    for row, cards in enumerate(rows):
        table.left[row] = cards[0]
        table.right[row] = cards[len(cards) - 1]
        table.length[row] = len(cards)
        table.heads[row] = 0
        for card in cards:
            table.heads[row] += HEADS[card]
    return 0


def bull_heads(int card):
    """Bull heads of a card of 1..127."""
    if not 1 <= card <= _types.MAX_CARD:
        raise ValueError(f"a card of 1 to {_types.MAX_CARD} expected, not {card}")
    return HEADS[card]


def landing_rows(rows, int card, bint professional):
    """Rows whose end the card may join: none (a free choice), one, or two (a tie)."""
    cdef Table table
    load_table(&table, rows, _types.MAX_CAPACITY, professional)
    cdef Landing found = landing(&table, card)
    if found.row == NO_ROW:
        return ()
    if found.other == NO_ROW:
        return (found.row,)
    return (found.row, found.other)


def cheapest_choice(rows, int card, int capacity, bint professional):
    """The row that costs the card's owner least now, the lowest index among equals."""
    cdef Table table
    load_table(&table, rows, capacity, professional)
    cdef Landing found = landing(&table, card)
    if found.row == NO_ROW:
        return cheapest_row(&table, BY_INDEX)
    if found.other != NO_ROW:
        return cheaper_end(&table, found, BY_INDEX)
    return found.row


def place_turn(rows, cards, int capacity, bint professional):
    """Place the cards, ``cards[seat]`` each, in ascending order with cheapest choices.

    Returns the rows as (left end, right end, length, bull heads) and the bull heads taken by seat.
    """
    cdef Table table
    cdef int plays[_types.MAX_PLAYERS]
    cdef int taken[_types.MAX_PLAYERS]
    cdef int seat, row, card
    cdef int count = len(cards)
    if not 1 <= count <= _types.MAX_PLAYERS:
        raise ValueError(f"1 to {_types.MAX_PLAYERS} cards expected, not {count}")
    load_table(&table, rows, capacity, professional)
    for seat, card in enumerate(cards):
        plays[seat] = card << SEAT_BITS | seat
        taken[seat] = 0
    sort_plays(plays, count)
    place_plays(&table, plays, count, taken, BY_INDEX)
    return (
        [
            (table.left[row], table.right[row], table.length[row], table.heads[row])
            for row in range(table.rows)
        ],
        [taken[seat] for seat in range(count)],
    )

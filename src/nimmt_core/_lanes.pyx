"""Rounds side by side, one a lane: the paths of this CPU, and deals in bulk.

A group of ``LANES`` rounds is dealt and played at once.  A path is code for one kind of CPU; all
give the same results, bit for bit, and so does the path ``"scalar"``, which has no vectors and is
the check of the others.

Numbers of 16 bits come from eight SFC64 generators side by side (Doty-Humphrey's, of PractRand),
seeded from the block's stream.  A deal is a partial Fisher-Yates shuffle in every lane.
"""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from nimmt_core cimport _types
from nimmt_core._rng cimport bitgen_of
from nimmt_core._rules cimport HEADS, load_table
from nimmt_core._types cimport MAX_CARD, MAX_PLAYERS, Table
from numpy.random cimport bitgen_t

cdef extern from "_lanes_paths.h" nogil:
    const LanePath* LANE_PATHS

GROUP = LANES

cdef enum:
    STREAMS = 8
    ROUNDS_OF_STREAMS = LANES // (4 * STREAMS)  # steps of the streams for a row of numbers
    WARM_UP = 6                                 # rows to drop at first: twelve steps
    CHUNK = 16                                  # steps of a shuffle whose numbers come at once


cdef void draw_scalar(LaneStreams* streams, int rows, LaneKeys* numbers) noexcept nogil:
    cdef int stream, row, time
    cdef uint64_t a, b, c, counter, number
    for stream in range(STREAMS):
        a = streams.a[stream]
        b = streams.b[stream]
        c = streams.c[stream]
        counter = streams.counter
        for row in range(rows):
            for time in range(ROUNDS_OF_STREAMS):
                number = a + b + counter
                counter += 1
                a = b ^ (b >> 11)
                b = c + (c << 3)
                c = (c << 24 | c >> 40) + number
                memcpy(&numbers[row][4 * (time * STREAMS + stream)], &number, sizeof(number))
        streams.a[stream] = a
        streams.b[stream] = b
        streams.c[stream] = c
    streams.counter += rows * ROUNDS_OF_STREAMS


cdef int offsets_scalar(
    const uint16_t* numbers, int step, int count, uint16_t* offsets
) noexcept nogil:
    cdef int lane
    cdef uint32_t bound = count - step
    cdef uint32_t misfits = 65536 % bound
    cdef uint32_t product
    cdef bint wrong = False
    for lane in range(LANES):
        product = numbers[lane] * bound
        wrong |= product & 0xffff < misfits
        offsets[lane] = <uint16_t>((step + (product >> 16)) * LANES)
    return wrong


cdef int supported_scalar() noexcept nogil:
    return True


cdef LanePath SCALAR
SCALAR.name = "scalar"
SCALAR.supported = supported_scalar
SCALAR.draw = draw_scalar
SCALAR.offsets = offsets_scalar
SCALAR.turn = NULL


cdef list supported_paths():
    """Names of the paths that this CPU can go, the widest last."""
    cdef int index = 0
    names = [SCALAR.name.decode()]
    while LANE_PATHS[index].name:
        if LANE_PATHS[index].supported():
            names.append(LANE_PATHS[index].name.decode())
        index += 1
    return names


PATHS = tuple(supported_paths())


cdef const LanePath* path_of(object name) except NULL:
    """The path of a name; the widest of this CPU for None."""
    cdef int index = 0
    wanted = PATHS[len(PATHS) - 1] if name is None else name
    if wanted == "scalar":
        return &SCALAR
    while LANE_PATHS[index].name:
        if wanted in PATHS and LANE_PATHS[index].name.decode() == wanted:
            return &LANE_PATHS[index]
        index += 1
    raise ValueError(f"path {name!r} is not one of {', '.join(PATHS)}")


cdef bint is_scalar(const LanePath* path) noexcept nogil:
    """Whether turns are to be played lane by lane."""
    return path.turn == NULL


cdef void seed_lanes(LaneSource* source, const LanePath* path, bitgen_t* seeds) noexcept nogil:
    """Begin the streams, each with 192 bits."""
    cdef LaneKeys numbers[WARM_UP]
    cdef int stream
    source.path = path
    source.again = seeds
    for stream in range(STREAMS):
        source.streams.a[stream] = seeds.next_uint64(seeds.state)
        source.streams.b[stream] = seeds.next_uint64(seeds.state)
        source.streams.c[stream] = seeds.next_uint64(seeds.state)
    source.streams.counter = 1
    path.draw(&source.streams, WARM_UP, numbers)


cdef uint32_t again(bitgen_t* source, uint32_t bound) noexcept nogil:
    """A number below the bound, from 16 bits at a time, until one fits."""
    cdef uint32_t misfits = 65536 % bound
    cdef uint32_t product = (source.next_uint32(source.state) >> 16) * bound
    while product & 0xffff < misfits:
        product = (source.next_uint32(source.state) >> 16) * bound
    return product >> 16


cdef void exchange(LaneKeys* items, int step, const uint16_t* offsets) noexcept nogil:
    """Exchange an item of every lane with the one at an offset."""
    cdef uint16_t* row = items[step]
    cdef uint16_t* other
    cdef uint16_t kept
    cdef int lane
    for lane in range(LANES):
        other = &items[0][0] + offsets[lane] + lane
        kept = row[lane]
        row[lane] = other[0]
        other[0] = kept


cdef void shuffle_lanes(LaneSource* source, LaneKeys* items, int count, int first) noexcept nogil:
    """Partial Fisher-Yates: `items[:first]` becomes a uniform sample, in order, of `items[:count]`.

    In every lane by itself, whatever the order of the items before, so an array may be used again
    without a reset.  A number r of 16 bits stands for r * bound // 65536.  If the low half of the
    product is below 65536 % bound it is drawn again; of the others each value has the same number
    (Lemire, ACM TOMACS 29, 2019).  That is rare, and done lane by lane from the block's stream.
    """
    cdef LaneKeys numbers[CHUNK]
    cdef LaneKeys offsets
    cdef uint32_t bound
    cdef int step, place, lane
    for step in range(min(first, count - 1)):
        place = step % CHUNK
        if place == 0:
            source.path.draw(&source.streams, min(CHUNK, min(first, count - 1) - step), numbers)
        if source.path.offsets(numbers[place], step, count, offsets):
            bound = count - step
            for lane in range(LANES):
                if numbers[place][lane] * bound & 0xffff < 65536 % bound:
                    offsets[lane] = <uint16_t>((step + again(source.again, bound)) * LANES)
        exchange(items, step, offsets)


cdef uint16_t key_of(int card) noexcept nogil:
    """The integer that stands for a card in a lane."""
    return <uint16_t>(card << LANE_CARD_SHIFT | HEADS[card])


cdef void fill_keys(uint16_t* keys, uint16_t key) noexcept nogil:
    """Put a card in every lane."""
    cdef int lane
    for lane in range(LANES):
        keys[lane] = key


cdef void begin_rows(LaneTable* lanes, const LaneKeys* starts) noexcept nogil:
    """Begin every row of a table with one card in each lane."""
    cdef int row, lane
    for row in range(lanes.rows):
        for lane in range(LANES):
            lanes.left[row][lane] = <uint8_t>(starts[row][lane] >> LANE_CARD_SHIFT)
            lanes.right[row][lane] = <uint8_t>(starts[row][lane] >> LANE_CARD_SHIFT)
            lanes.length[row][lane] = 1
            lanes.heads[row][lane] = <uint8_t>(starts[row][lane] & LANE_HEADS_MASK)


cdef void put_rows(LaneTable* lanes, int lane, const Table* table) noexcept nogil:
    """Put the rows of a table in one lane."""
    cdef int row
    for row in range(table.rows):
        lanes.left[row][lane] = <uint8_t>table.left[row]
        lanes.right[row][lane] = <uint8_t>table.right[row]
        lanes.length[row][lane] = <uint8_t>table.length[row]
        lanes.heads[row][lane] = <uint8_t>table.heads[row]


cdef void spread_table(LaneTable* lanes, const Table* table) noexcept nogil:
    """Put a table in every lane; equally cheap rows go by index."""
    cdef int row, lane
    lanes.rows = table.rows
    lanes.capacity = table.capacity
    lanes.professional = table.professional
    lanes.lowest_end = False
    lanes.dislike = NULL
    for row in range(table.rows):
        for lane in range(LANES):
            lanes.left[row][lane] = <uint8_t>table.left[row]
            lanes.right[row][lane] = <uint8_t>table.right[row]
            lanes.length[row][lane] = <uint8_t>table.length[row]
            lanes.heads[row][lane] = <uint8_t>table.heads[row]


cdef void count_heads(int64_t* counts, const uint8_t* heads, int lanes) noexcept nogil:
    """Add up how often each number of bull heads was taken in the first lanes."""
    cdef int lane
    for lane in range(lanes):
        counts[heads[lane]] += 1


cdef int load_lane_tables(
    LaneTable* lanes, object tables, int capacity, bint professional
) except -1:
    """Fill a table in every lane from the rows' cards; begins again where they are too few."""
    cdef Table table
    cdef int lane
    if not 1 <= len(tables) <= LANES:
        raise ValueError(f"1 to {LANES} tables expected, not {len(tables)}")
    for lane in range(LANES):
        load_table(&table, tables[lane % len(tables)], capacity, professional)
        if lane and table.rows != lanes.rows:
            raise ValueError(f"tables of {lanes.rows} and of {table.rows} rows")
        lanes.rows = table.rows
        put_rows(lanes, lane, &table)
    lanes.capacity = capacity
    lanes.professional = professional
    lanes.lowest_end = False
    lanes.dislike = NULL
    return 0


def shuffles(bit_generator, int groups, int count, int first, path=None):
    """Shuffle 0..count-1 in every lane, group after group.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
        Source of randomness, used by this call alone while it runs.
    groups : int
        How many; the second begins with what the first has left.
    count, first : int
        Items of a lane, and how many of them are drawn.
    path : str, optional
        One of ``PATHS``; the last if not given.

    Returns
    -------
    ndarray of uint16, shape (groups, first, LANES)
        The items drawn, in order.
    """
    cdef bitgen_t* seeds = bitgen_of(bit_generator)
    cdef LaneSource source
    cdef LaneKeys items[MAX_CARD]
    cdef int group, item, lane
    if not 0 <= first <= count <= _types.MAX_CARD:
        raise ValueError(f"{first} of {count} items cannot be drawn, or are too many")
    drawn = np.empty((groups, first, LANES), dtype=np.uint16)
    cdef uint16_t[:, :, ::1] out = drawn
    seed_lanes(&source, path_of(path), seeds)
    for item in range(count):
        fill_keys(items[item], <uint16_t>item)
    for group in range(groups):
        shuffle_lanes(&source, items, count, first)
        for item in range(first):
            for lane in range(LANES):
                out[group, item, lane] = items[item][lane]
    return drawn


def place_turns(
    tables, plays, int capacity, bint professional, bint lowest_end=False, path=None
):
    """Place a turn in every lane, each on its own table.

    Parameters
    ----------
    tables : sequence of sequences of sequences of int
        For each lane the rows' cards, left to right; up to ``LANES``, all of as many rows.
    plays : sequence of sequences of int
        For each lane the card of each seat.
    capacity, professional, lowest_end
        Row capacity, placement rule, and how equally cheap rows are settled.
    path : str, optional
        One of ``PATHS`` but the first; the last if not given.

    Returns
    -------
    list of (list of (int or None, int, int, int), list of int)
        For each lane the rows as (left end, right end, length, bull heads), without the left end
        under standard placement, and the bull heads taken by seat.
    """
    cdef const LanePath* found = path_of(path)
    cdef LaneTable table
    cdef LaneKeys keys[MAX_PLAYERS]
    cdef LaneBytes taken[MAX_PLAYERS]
    cdef const uint16_t* pointers[MAX_PLAYERS]
    cdef int lane, row, seat
    cdef int players = len(plays[0])
    if is_scalar(found):
        raise ValueError("the scalar path plays no turn in lanes")
    if not (len(tables) == len(plays) and 1 <= players <= _types.MAX_PLAYERS):
        raise ValueError("plays and tables differ, or more players than the kernel is built for")
    load_lane_tables(&table, tables, capacity, professional)
    table.lowest_end = lowest_end
    for seat in range(players):
        for lane in range(LANES):
            keys[seat][lane] = key_of(plays[lane % len(plays)][seat])
            taken[seat][lane] = 0
        pointers[seat] = keys[seat]
    found.turn(&table, pointers, players, 0, players, taken)
    return [
        (
            [
                (table.left[row][lane] if professional else None, table.right[row][lane],
                 table.length[row][lane], table.heads[row][lane])
                for row in range(table.rows)
            ],
            [taken[seat][lane] for seat in range(players)],
        )
        for lane in range(len(tables))
    ]

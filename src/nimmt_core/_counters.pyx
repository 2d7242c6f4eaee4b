"""Random numbers by counter: Philox4x32 with ten rounds (Salmon and others, SC 2011)."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from nimmt_core._lanes cimport LANES, LaneKeys, LanePath

cdef enum:
    ROUNDS = 10
    TRY_SHIFT = 16  # in the purpose: which try this is to replace a number that does not fit

cdef const uint32_t MULTIPLIER_0 = 0xD2511F53U
cdef const uint32_t MULTIPLIER_1 = 0xCD9E8D57U
cdef const uint32_t WEYL_0 = 0x9E3779B9U
cdef const uint32_t WEYL_1 = 0xBB67AE85U


cdef void fill(const Sequence* sequence, uint32_t block, uint16_t* numbers) noexcept nogil:
    """The numbers of a block."""
    cdef uint32_t key_0 = <uint32_t>sequence.key
    cdef uint32_t key_1 = <uint32_t>(sequence.key >> 32)
    cdef uint32_t words[4]
    cdef uint64_t product_0, product_1
    cdef int i, _round
    words[0] = block
    words[1] = sequence.purpose
    words[2] = <uint32_t>sequence.deal
    words[3] = <uint32_t>(sequence.deal >> 32)
    for _round in range(ROUNDS):
        product_0 = <uint64_t>MULTIPLIER_0 * words[0]
        product_1 = <uint64_t>MULTIPLIER_1 * words[2]
        words[0] = <uint32_t>(product_1 >> 32) ^ words[1] ^ key_0
        words[1] = <uint32_t>product_1
        words[2] = <uint32_t>(product_0 >> 32) ^ words[3] ^ key_1
        words[3] = <uint32_t>product_0
        key_0 += WEYL_0
        key_1 += WEYL_1
    for i in range(4):
        numbers[2 * i] = <uint16_t>words[i]
        numbers[2 * i + 1] = <uint16_t>(words[i] >> 16)


cdef inline bint fits(uint32_t number, uint32_t bound) noexcept nogil:
    return (number * bound & 0xffff) >= 65536 % bound


cdef uint32_t replaced(
    Sequence sequence, uint32_t place, uint32_t number, uint32_t bound
) noexcept nogil:
    """The number, or the first that fits of those that may take its place."""
    cdef uint16_t others[BLOCK]
    while not fits(number, bound):
        sequence.purpose += 1U << TRY_SHIFT
        fill(&sequence, place, others)
        number = others[0]
    return number


cdef void begin(Reader* reader, Sequence sequence) noexcept nogil:
    """Get ready to read a sequence."""
    reader.sequence = sequence
    reader.begun = False


cdef int below(Reader* reader, uint32_t place, int bound) noexcept nogil:
    """A uniform integer from 0 to before the bound: the one at a place of the sequence."""
    cdef uint32_t number
    if not reader.begun or reader.block != place // BLOCK:
        reader.begun = True
        reader.block = place // BLOCK
        fill(&reader.sequence, reader.block, reader.numbers)
    number = replaced(reader.sequence, place, reader.numbers[place % BLOCK], bound)
    return <int>(number * <uint32_t>bound >> 16)


cdef void draw_blocks(
    const LanePath* path, const Sequence* first, uint32_t begin, uint32_t end, LaneKeys* numbers
) noexcept nogil:
    """The numbers of some blocks, for as many deals as there are lanes; the first is named."""
    path.blocks(first.key, first.deal, first.purpose, begin, <int>(end - begin), numbers)


cdef void offsets_below(
    const LanePath* path, const Sequence* first, uint32_t place, const uint16_t* numbers,
    int step, int count, uint16_t* offsets
) noexcept nogil:
    """The offset of a uniform place from `step` to before `count`, by the numbers at a place."""
    cdef Sequence sequence
    cdef uint32_t bound = count - step
    cdef uint32_t number
    cdef int lane
    if not path.offsets(numbers, step, count, offsets):
        return
    for lane in range(LANES):
        if not fits(numbers[lane], bound):
            sequence = first[0]
            sequence.deal += lane
            number = replaced(sequence, place, numbers[lane], bound)
            offsets[lane] = <uint16_t>((step + (number * bound >> 16)) * LANES)


def numbers(uint64_t key, uint64_t deal, uint32_t purpose, uint32_t place, int count):
    """Numbers of a sequence.

    Parameters
    ----------
    key, deal, purpose : int
        The sequence.
    place, count : int
        The place of the first, and how many.

    Returns
    -------
    list of int
        Of 16 bits.
    """
    cdef Sequence sequence = Sequence(key, deal, purpose)
    cdef uint16_t block[BLOCK]
    cdef uint32_t at
    found = []
    for at in range(place, place + count):
        fill(&sequence, at // BLOCK, block)
        found.append(block[at % BLOCK])
    return found


def numbers_below(uint64_t key, uint64_t deal, uint32_t purpose, uint32_t place, bounds):
    """Uniform integers below bounds.

    Parameters
    ----------
    key, deal, purpose : int
        The sequence.
    place : int
        The place of the first.
    bounds : sequence of int
        What each is below; 1 to 65535.

    Returns
    -------
    list of int
    """
    cdef Reader reader
    cdef int number, bound
    begin(&reader, Sequence(key, deal, purpose))
    return [below(&reader, place + number, bound) for number, bound in enumerate(bounds)]

"""What the player that has a choice of rows makes of the values that he is offered."""

from nimmt_core._exact_types cimport Choice, ENDLESS, value_t


cdef inline Choice choice_of(bint first, value_t alpha, value_t beta) noexcept nogil:
    """Begin a choice of the first player or of the second."""
    cdef Choice choice
    choice.maximises = first
    choice.best = -ENDLESS if first else ENDLESS
    choice.alpha = alpha
    choice.beta = beta
    return choice


cdef inline bint closes(Choice* choice, value_t value) noexcept nogil:
    """Take in what a choice leads to; tells whether the others do not matter any more."""
    if choice.maximises:
        choice.best = max(choice.best, value)
        choice.alpha = max(choice.alpha, value)
    else:
        choice.best = min(choice.best, value)
        choice.beta = min(choice.beta, value)
    return choice.alpha >= choice.beta

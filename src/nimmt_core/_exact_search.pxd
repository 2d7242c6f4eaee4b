"""Exact search for two players with known hands: what a solver calls."""

from nimmt_core._exact_types cimport Goal, Node, Question, Search, Stage, value_t

# Which game goes on below a joint play.
cdef enum Mode:
    FIRST_COMMITS = 0
    SECOND_COMMITS = 1
    SIMULTANEOUS = 2

# A search for a question that was asked of an entry, and what it found.
cdef struct Answer:
    int index
    Goal goal
    Mode mode
    value_t alpha
    value_t beta
    value_t value

# A game in which one player, 0 or 1, commits to a card first in every turn.
cdef value_t serial_of(
    Search* search, Node* node, int committer, value_t alpha, value_t beta
) noexcept nogil

# In between, several workers may search for answers to different questions.
cdef Answer prepared(
    const Search* search, const Stage* stage, const Question* question, value_t alpha, value_t beta
) noexcept nogil

cdef void find_answer(
    Search* search, const Node* node, const Stage* stage, Answer* answer
) noexcept nogil

cdef void take_in(Stage* stage, const Answer* answer) noexcept nogil

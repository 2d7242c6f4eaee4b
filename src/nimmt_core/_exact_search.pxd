"""Exact search for two players with known hands: what a solver calls."""

from nimmt_core._exact_types cimport Node, Search, Stage, value_t

# A game in which one player, 0 or 1, commits to a card first in every turn.
cdef value_t serial_of(
    Search* search, Node* node, int committer, value_t alpha, value_t beta
) noexcept nogil

cdef bint refine(
    Search* search, const Node* node, Stage* stage, value_t alpha, value_t beta
) noexcept nogil

cdef void make_exact(
    Search* search, const Node* node, Stage* stage, int index
) noexcept nogil

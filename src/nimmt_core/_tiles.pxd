"""What other kernels do with the search: games between players who use it."""

from libc.stdint cimport int64_t

from nimmt_core._tiles_types cimport Work

cdef class Arranger:
    cdef Work* work

cdef int make_ready(Work* work) except -1 nogil
cdef int find(Work* work, int64_t limit, int64_t budget, int64_t patience) except -1 nogil

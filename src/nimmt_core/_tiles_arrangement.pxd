"""What other kernels do with what the search found: list its sets."""

from nimmt_core._tiles_types cimport Work

cdef list arrangement_of(Work* work)

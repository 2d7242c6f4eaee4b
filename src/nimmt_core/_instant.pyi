# Nothing for Python: other kernel modules use it from C.

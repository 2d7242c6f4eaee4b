"""Memory for large tables: zeroed as it is touched, in large pages where the system has them.

Tables are looked up at random, so with small pages nearly every look-up misses the processor's
table of pages as well.
"""

cdef extern from * nogil:
    """
    #include <stdlib.h>
    #ifdef __linux__
    #include <sys/mman.h>
    static void *nimmt_reserve(size_t size) {
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return NULL;
    #ifdef MADV_HUGEPAGE
        if (size >= (size_t)1 << 23) (void)madvise(memory, size, MADV_HUGEPAGE);
    #endif
        return memory;
    }
    static void nimmt_release(void *memory, size_t bytes) {
        if (memory) (void)munmap(memory, bytes);
    }
    #else
    static void *nimmt_reserve(size_t bytes) { return calloc(1, bytes); }
    static void nimmt_release(void *memory, size_t bytes) { (void)bytes; free(memory); }
    #endif
    """
    void* reserve "nimmt_reserve"(size_t bytes)
    void release "nimmt_release"(void* memory, size_t bytes)

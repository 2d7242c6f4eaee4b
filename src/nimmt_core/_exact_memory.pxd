"""Memory for large tables, and what several workers need to share them.

Tables are zeroed as they are touched, in large pages where the system has them: they are looked up
at random, so with small pages nearly every look-up misses the processor's table of pages as well.
"""

from libc.stdint cimport uint64_t

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
    /* Words of an entry may change under a reader: each is loaded and stored as a whole. */
    #define nimmt_load(word) (*(volatile const uint64_t *)(word))
    #define nimmt_store(word, value) (*(volatile uint64_t *)(word) = (value))
    #ifdef _MSC_VER
    #include <intrin.h>
    #define nimmt_fetch(address) ((void)(address))
    static void nimmt_lock(unsigned char *lock) {
        while (_InterlockedExchange8((volatile char *)lock, 1)) continue;
    }
    static void nimmt_unlock(unsigned char *lock) {
        _InterlockedExchange8((volatile char *)lock, 0);
    }
    #else
    #define nimmt_fetch(address) __builtin_prefetch(address)
    static void nimmt_lock(unsigned char *lock) {
        while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) continue;
    }
    static void nimmt_unlock(unsigned char *lock) {
        __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
    }
    #endif
    """
    uint64_t load_word "nimmt_load"(const uint64_t* word)
    void store_word "nimmt_store"(uint64_t* word, uint64_t value)
    void fetch "nimmt_fetch"(const void* address)
    void lock_byte "nimmt_lock"(unsigned char* lock)
    void unlock_byte "nimmt_unlock"(unsigned char* lock)
    void* reserve "nimmt_reserve"(size_t bytes)
    void release "nimmt_release"(void* memory, size_t bytes)

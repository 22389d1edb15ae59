// Stands in front of glibc's allocator and counts what it is asked for. A realloc counts as one block of the new size.
#include "CAllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_llong blocks_so_far;
static atomic_llong bytes_so_far;

static void count(size_t size) {
  atomic_fetch_add_explicit(&blocks_so_far, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes_so_far, (long long)size, memory_order_relaxed);
}

void allocation_counter_read(int64_t *blocks, int64_t *bytes) {
  *blocks = atomic_load_explicit(&blocks_so_far, memory_order_relaxed);
  *bytes = atomic_load_explicit(&bytes_so_far, memory_order_relaxed);
}

void *malloc(size_t size) {
  count(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count(size);
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (made == NULL) {
    return ENOMEM;
  }
  *block = made;
  return 0;
}

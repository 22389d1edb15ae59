#include "CRecordedProgram.h"

#include <stddef.h>

#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
// The sanitizer has taken the place of malloc itself: nothing is counted.
const bool allocations_are_counted = false;
uint64_t allocations_of_this_thread(void) { return 0; }
#else
const bool allocations_are_counted = true;

static _Thread_local uint64_t count __attribute__((tls_model("initial-exec")));

// glibc's own names for what these take the place of.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

uint64_t allocations_of_this_thread(void) { return count; }
#endif

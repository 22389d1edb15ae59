#define _GNU_SOURCE
#include "CBench.h"

#include <dlfcn.h>
#include <stddef.h>

bench_allocations bench_allocations_so_far(void) {
  static void (*read_counter)(int64_t *blocks, int64_t *bytes);
  if (read_counter == NULL) {
    *(void **)&read_counter = dlsym(RTLD_DEFAULT, "allocation_counter_read");
  }
  bench_allocations sum = {-1, -1};
  if (read_counter != NULL) {
    read_counter(&sum.blocks, &sum.bytes);
  }
  return sum;
}

#ifndef CBENCH_H
#define CBENCH_H

#include <stdint.h>

/// Does nothing. callgrind is told to write down and forget its counts whenever this is called.
void bench_mark(void);

/// The memory that this process has asked malloc for so far, on all threads.
typedef struct {
  int64_t blocks;
  int64_t bytes;
} bench_allocations;

/// Negative numbers if libAllocationCounter.so was not preloaded.
bench_allocations bench_allocations_so_far(void);

#endif

// The clock of recordings and of the living: the time-stamp counter where the kernel trusts it, else
// CLOCK_MONOTONIC.
#ifndef CCLOCK_CLOCK_H
#define CCLOCK_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/// True when ticks are the time-stamp counter's; false when they are nanoseconds of CLOCK_MONOTONIC. Set
/// once, at load.
extern bool rx_clock_counts_cycles;

static inline uint64_t rx_clock_monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// The time-stamp counter, whatever the kernel thinks of it; 0 on a processor without one.
static inline uint64_t rx_clock_cycles(void) {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return 0;
#endif
}

static inline uint64_t rx_clock_ticks(void) {
#if defined(__x86_64__)
  if (__builtin_expect(rx_clock_counts_cycles, 1)) return __rdtsc();
#endif
  return rx_clock_monotonic();
}

#endif

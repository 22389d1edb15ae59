// Services of the machine that the recorder needs and Swift cannot express: membarrier, the clocks, the
// build-id, and the environment.
#ifndef CRECORDER_MACHINE_H
#define CRECORDER_MACHINE_H

#include "clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Makes every running thread of the process see, and show, all memory accesses before this call. Falls back
/// to a pause that is longer than any store buffer where the kernel has no membarrier.
void rx_process_barrier(void);

/// Whether ticks are the time-stamp counter's; else they are nanoseconds of CLOCK_MONOTONIC.
static inline bool rx_ticks_are_cycles(void) { return rx_clock_counts_cycles; }

/// Reads both clocks at one moment, as nearly as they can be.
void rx_clock_read_both(uint64_t *_Nonnull ticks, uint64_t *_Nonnull nanoseconds);

/// Copies the executable's GNU build-id, and returns how many bytes it has; 0 if it has none or more than
/// fit.
size_t rx_build_id(uint8_t *_Nonnull buffer, size_t capacity);

/// The value of a variable of the environment; null in a program that has other privileges than its caller.
const char *_Nullable rx_environment(const char *_Nonnull name);

#endif

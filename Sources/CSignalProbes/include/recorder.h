// Services of the machine that the recorder needs and Swift cannot express: fences, membarrier, the clocks, the
// build-id.
#ifndef CSIGNALPROBES_RECORDER_H
#define CSIGNALPROBES_RECORDER_H

#include "clock.h"
#include "thread.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How deep the thread is in the recorder: not 0 when a signal handler has interrupted it there.
static inline __attribute__((always_inline)) uint32_t *_Nonnull rx_recording_depth(rx_thread *_Nonnull thread) {
  return &thread->recording;
}
/// Keeps the compiler from moving memory accesses across. A signal handler of this thread sees them in order.
static inline __attribute__((always_inline)) void rx_signal_fence(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/// Makes every running thread of the process see, and show, all memory accesses before this call. Falls back to a pause
/// that is longer than any store buffer where the kernel has no membarrier.
void rx_process_barrier(void);

/// Whether ticks are the time-stamp counter's; else they are nanoseconds of CLOCK_MONOTONIC.
static inline bool rx_ticks_are_cycles(void) { return rx_clock_counts_cycles; }

/// Reads both clocks at one moment, as nearly as they can be.
void rx_clock_read_both(uint64_t *_Nonnull ticks, uint64_t *_Nonnull nanoseconds);

/// Copies the executable's GNU build-id, and returns how many bytes it has; 0 if it has none or more than fit.
size_t rx_build_id(uint8_t *_Nonnull buffer, size_t capacity);

#endif

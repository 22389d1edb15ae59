// How a thread waits for a lock that another thread has. The word of a lock is 0 or its owner's mark, and is
// odd once somebody waits.
#ifndef CSIGNALPROBES_LOCK_H
#define CSIGNALPROBES_LOCK_H

#include <stdbool.h>
#include <stdint.h>

/// The outcome of a wait. A plain number: of a named enum Swift makes a type of its own, with memory from
/// malloc, on first use.
enum {
  /// This thread has the lock now.
  RX_LOCK_TAKEN,
  /// This thread has it already: a signal handler has interrupted the code that the lock guards.
  RX_LOCK_IS_MINE,
  /// The thread that had it is gone. This thread has it now; the state that it guards may be half changed.
  RX_LOCK_WAS_LOST,
  /// Somebody has it, and has not given it back by the deadline.
  RX_LOCK_NOT_IN_TIME,
};

/// Waits for a lock on behalf of the thread of `mark`, until `deadline` in nanoseconds of CLOCK_MONOTONIC; 0
/// for ever.
int rx_lock_wait(uint32_t *_Nonnull word, uint32_t mark, uint64_t deadline);

/// Wakes one of the threads that wait.
void rx_lock_wake(uint32_t *_Nonnull word);

#endif

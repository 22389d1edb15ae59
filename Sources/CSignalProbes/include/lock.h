// What a thread does that finds a lock taken. The word of a lock is 0, or its owner's mark, odd once somebody waits.
#ifndef CSIGNALPROBES_LOCK_H
#define CSIGNALPROBES_LOCK_H

#include <stdbool.h>
#include <stdint.h>

enum rx_lock_outcome {
  /// This thread has the lock now.
  RX_LOCK_TAKEN,
  /// This thread has it already: a signal handler has interrupted what the lock guards.
  RX_LOCK_IS_MINE,
  /// Whoever had it is gone. This thread has it now; what it guards may be half changed.
  RX_LOCK_WAS_LOST,
};

/// Waits for a lock on behalf of the thread of `mark`.
enum rx_lock_outcome rx_lock_wait(uint32_t *_Nonnull word, uint32_t mark);

/// Wakes one of those who wait.
void rx_lock_wake(uint32_t *_Nonnull word);

#endif

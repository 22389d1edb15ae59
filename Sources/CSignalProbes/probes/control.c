#include "control.h"

#include "live.h"

struct rx_control rx_control __attribute__((aligned(4096)));

__attribute__((disable_sanitizer_instrumentation, noinline))
void rx_control_switch(volatile uint64_t *word, uint64_t who, bool looks) {
  // The page of a forked child is its parent's at first.
  if (__builtin_expect(!rx_live_is_own(), 0)) rx_control_leave(false);
  if (looks) __atomic_fetch_or(word, who, __ATOMIC_SEQ_CST);
  else __atomic_fetch_and(word, ~who, __ATOMIC_SEQ_CST);
}

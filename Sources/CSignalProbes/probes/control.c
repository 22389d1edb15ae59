#include "control.h"

struct rx_control rx_control __attribute__((aligned(4096)));

__attribute__((disable_sanitizer_instrumentation, noinline))
void rx_control_switch(volatile uint64_t *word, uint64_t who, bool looks) {
  if (looks) __atomic_fetch_or(word, who, __ATOMIC_SEQ_CST);
  else __atomic_fetch_and(word, ~who, __ATOMIC_SEQ_CST);
}

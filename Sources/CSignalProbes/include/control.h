// Whether anybody looks: the recorder's control words and the kernel tracers' semaphores, one question for both.
#ifndef CSIGNALPROBES_CONTROL_H
#define CSIGNALPROBES_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

/// One page, so that a shared mapping can lie over it. A word is not zero while somebody records that kind of event.
struct rx_control {
  volatile uint64_t next;
  volatile uint64_t terminal;
  volatile uint64_t lifecycle;
  volatile uint64_t owners;
  volatile uint64_t scheduling;
  uint8_t rest[4096 - 5 * 8];
};
extern struct rx_control rx_control __attribute__((aligned(4096)));

/// The semaphores of one kind of event, side by side in one word (see providers.c).
extern volatile uint64_t rx_semaphores_next;        // next, next__value
extern volatile uint64_t rx_semaphores_terminal;    // error, completed, dropped, overlap
extern volatile uint64_t rx_semaphores_lifecycle[2];  // subscribed, named, disposed, released; handle__released, mark, connected, disconnected
extern volatile uint64_t rx_semaphores_owners;      // added, removed, disposed
extern volatile uint64_t rx_semaphores_scheduling;  // scheduled, began, ended, cancelled

static inline __attribute__((always_inline)) bool rx_watched_next(void) {
  return __builtin_expect((rx_control.next | rx_semaphores_next) != 0, 0);
}
static inline __attribute__((always_inline)) bool rx_watched_terminal(void) {
  return __builtin_expect((rx_control.terminal | rx_semaphores_terminal) != 0, 0);
}
static inline __attribute__((always_inline)) bool rx_watched_lifecycle(void) {
  return __builtin_expect(
    (rx_control.lifecycle | rx_semaphores_lifecycle[0] | rx_semaphores_lifecycle[1]) != 0, 0);
}
static inline __attribute__((always_inline)) bool rx_watched_owners(void) {
  return __builtin_expect((rx_control.owners | rx_semaphores_owners) != 0, 0);
}
static inline __attribute__((always_inline)) bool rx_watched_scheduling(void) {
  return __builtin_expect((rx_control.scheduling | rx_semaphores_scheduling) != 0, 0);
}

#endif

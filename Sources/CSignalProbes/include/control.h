// Whether anybody looks: the recorder's control words and the kernel tracers' semaphores, one question for both.
#ifndef CSIGNALPROBES_CONTROL_H
#define CSIGNALPROBES_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

/// Swift reads and writes these words on any thread: they are counters and switches of one aligned word.
#define RX_ANY_THREAD __attribute__((swift_attr("nonisolated(unsafe)")))

/// One page, so that a shared mapping can lie over it. A word is not zero while somebody records that kind of event.
struct rx_control {
  volatile uint64_t next;
  volatile uint64_t terminal;
  volatile uint64_t lifecycle;
  volatile uint64_t owners;
  volatile uint64_t scheduling;
  uint8_t rest[4096 - 5 * 8];
};
extern struct rx_control rx_control __attribute__((aligned(4096))) RX_ANY_THREAD;

/// The semaphores of one kind of event, side by side in one word (see providers.c).
extern volatile uint64_t rx_semaphores_next RX_ANY_THREAD;  // next, next__value
extern volatile uint64_t rx_semaphores_terminal;    // error, completed, dropped, overlap
extern volatile uint64_t rx_semaphores_lifecycle[2];  // subscribed, named, disposed, released; handle__released, mark, connected, disconnected
extern volatile uint64_t rx_semaphores_owners;      // added, removed, disposed
extern volatile uint64_t rx_semaphores_scheduling;  // scheduled, began, ended, cancelled

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

/// Whether the recorder wants this kind of event.
static inline bool rx_records_next(void) { return rx_control.next != 0; }
static inline bool rx_records_terminal(void) { return rx_control.terminal != 0; }
static inline bool rx_records_lifecycle(void) { return rx_control.lifecycle != 0; }
static inline bool rx_records_owners(void) { return rx_control.owners != 0; }
static inline bool rx_records_scheduling(void) { return rx_control.scheduling != 0; }

/// Tells the gates whether somebody records, from the next event on.
static inline void rx_control_set(uint64_t next, uint64_t others) {
  rx_control.next = next;
  rx_control.terminal = rx_control.lifecycle = rx_control.owners = rx_control.scheduling = others;
}

#endif

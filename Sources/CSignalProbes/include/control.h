// Whether anybody looks: the recorder's control words and the kernel tracers' semaphores, one question for
// both.
#ifndef CSIGNALPROBES_CONTROL_H
#define CSIGNALPROBES_CONTROL_H

#include "request.h"

#include <stdbool.h>
#include <stdint.h>

/// Swift reads and writes these words on any thread: they are counters and switches of one aligned word.
#define RX_ANY_THREAD __attribute__((swift_attr("nonisolated(unsafe)")))

/// One page, so that a shared mapping can lie over it: see `request.h`. A word is not zero while somebody
/// looks at that kind of event: the recorder (RX_RECORDER), a tap (RX_TAP), or an observer that asks for a
/// recording (RX_OBSERVER).
struct rx_control {
  volatile uint64_t next;
  volatile uint64_t terminal;
  volatile uint64_t lifecycle;
  volatile uint64_t owners;
  volatile uint64_t scheduling;
  uint8_t between[RX_REQUEST_PLACE - 5 * 8];
  rx_request request;
  uint8_t rest[4096 - RX_REQUEST_PLACE - sizeof(rx_request)];
};
extern struct rx_control rx_control __attribute__((aligned(4096))) RX_ANY_THREAD;

/// The semaphores of one kind of event, side by side in one word (see probes/providers.c).
extern volatile uint64_t rx_semaphores_next RX_ANY_THREAD;  // next, next__value
extern volatile uint64_t rx_semaphores_terminal;    // error, completed, dropped, overlap
extern volatile uint64_t rx_semaphores_lifecycle[2];  // subscribed, named, disposed, released; handle__released, connected and joined, disconnected, mark
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

#define RX_RECORDER UINT64_C(1)
#define RX_TAP UINT64_C(2)
#define RX_OBSERVER UINT64_C(4)

/// Whether the recorder wants this kind of event.
static inline bool rx_records_next(void) { return (rx_control.next & RX_RECORDER) != 0; }
static inline bool rx_records_terminal(void) { return (rx_control.terminal & RX_RECORDER) != 0; }
static inline bool rx_records_lifecycle(void) { return (rx_control.lifecycle & RX_RECORDER) != 0; }
static inline bool rx_records_owners(void) { return (rx_control.owners & RX_RECORDER) != 0; }
static inline bool rx_records_scheduling(void) { return (rx_control.scheduling & RX_RECORDER) != 0; }

/// Whether a tap wants everything.
static inline bool rx_is_tapped(void) { return (rx_control.lifecycle & RX_TAP) != 0; }

/// Whether a tap or an observer wants something.
static inline bool rx_is_called(void) { return (rx_control.lifecycle & (RX_TAP | RX_OBSERVER)) != 0; }

/// Whether an observer has asked for something that nobody has answered.
static inline bool rx_is_asked(void) { return (rx_control.lifecycle & RX_OBSERVER) != 0; }

/// The words are asked by plain loads, which may see the change a moment later: nothing for the thread
/// sanitizer. So it is out of line: code that is taken into another function is looked at as that function
/// is.
void rx_control_switch(volatile uint64_t *_Nonnull word, uint64_t who, bool looks);

static inline void rx_control_switch_all(uint64_t who, bool next, bool others) {
  rx_control_switch(&rx_control.next, who, next);
  rx_control_switch(&rx_control.terminal, who, others);
  rx_control_switch(&rx_control.lifecycle, who, others);
  rx_control_switch(&rx_control.owners, who, others);
  rx_control_switch(&rx_control.scheduling, who, others);
}

/// Tells the gates whether somebody records, from the next event on.
static inline void rx_control_set(bool next, bool others) { rx_control_switch_all(RX_RECORDER, next, others); }

/// Tells the gates whether somebody taps, from the next event on.
static inline void rx_control_tap(bool taps) { rx_control_switch_all(RX_TAP, taps, taps); }

/// Tells the gates whether a request waits for an event.
static inline void rx_control_ask(bool asks) { rx_control_switch_all(RX_OBSERVER, asks, asks); }

/// Gives the page to this process alone. A forked child shares its parent's page until it calls this. Does
/// nothing where the page is not shared.
void rx_control_leave(bool was_forked) __attribute__((visibility("hidden")));

static inline uint32_t rx_request_state(void) {
  return __atomic_load_n(&rx_control.request.state, __ATOMIC_ACQUIRE);
}
static inline bool rx_request_move(uint32_t from, uint32_t to) {
  return __atomic_compare_exchange_n(&rx_control.request.state, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}
static inline void rx_request_refuse(uint32_t reason, uint32_t error) {
  rx_control.request.reason = reason;
  rx_control.request.error = error;
  __atomic_store_n(&rx_control.request.state, (uint32_t)RX_REQUEST_REFUSED, __ATOMIC_RELEASE);
}
static inline uint64_t rx_request_beat(void) {
  return __atomic_load_n(&rx_control.request.beat, __ATOMIC_RELAXED);
}

#endif

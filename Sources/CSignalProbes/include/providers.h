// The USDT probes of probes/*.d: one question and one action a probe. A test compares the two.
#ifndef CSIGNALPROBES_PROVIDERS_H
#define CSIGNALPROBES_PROVIDERS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build has probes: false where <sys/sdt.h> was missing when it was compiled.
extern const bool rx_probes_are_compiled_in;

extern volatile unsigned short racsignal_subscribed_semaphore;
extern volatile unsigned short racsignal_named_semaphore;
extern volatile unsigned short racsignal_next_semaphore;
extern volatile unsigned short racsignal_next__value_semaphore;
extern volatile unsigned short racsignal_error_semaphore;
extern volatile unsigned short racsignal_completed_semaphore;
extern volatile unsigned short racsignal_disposed_semaphore;
extern volatile unsigned short racsignal_released_semaphore;
extern volatile unsigned short racsignal_handle__released_semaphore;
extern volatile unsigned short racsignal_dropped_semaphore;
extern volatile unsigned short racsignal_overlap_semaphore;
extern volatile unsigned short racsignal_connected_semaphore;
extern volatile unsigned short racsignal_disconnected_semaphore;
extern volatile unsigned short racsignal_mark_semaphore;
// The same two bytes as racsignal_connected_semaphore: see probes/providers.c.
extern volatile unsigned short racsignal_joined_semaphore;
extern volatile unsigned short raccompounddisposable_added_semaphore;
extern volatile unsigned short raccompounddisposable_removed_semaphore;
extern volatile unsigned short raccompounddisposable_disposed_semaphore;
extern volatile unsigned short racscheduler_scheduled_semaphore;
extern volatile unsigned short racscheduler_began_semaphore;
extern volatile unsigned short racscheduler_ended_semaphore;
extern volatile unsigned short racscheduler_cancelled_semaphore;

static inline bool racsignal_subscribed_enabled(void) { return __builtin_expect(racsignal_subscribed_semaphore != 0, 0); }
static inline bool racsignal_named_enabled(void) { return __builtin_expect(racsignal_named_semaphore != 0, 0); }
static inline bool racsignal_next_enabled(void) { return __builtin_expect(racsignal_next_semaphore != 0, 0); }
static inline bool racsignal_next__value_enabled(void) { return __builtin_expect(racsignal_next__value_semaphore != 0, 0); }
static inline bool racsignal_error_enabled(void) { return __builtin_expect(racsignal_error_semaphore != 0, 0); }
static inline bool racsignal_completed_enabled(void) { return __builtin_expect(racsignal_completed_semaphore != 0, 0); }
static inline bool racsignal_disposed_enabled(void) { return __builtin_expect(racsignal_disposed_semaphore != 0, 0); }
static inline bool racsignal_released_enabled(void) { return __builtin_expect(racsignal_released_semaphore != 0, 0); }
static inline bool racsignal_handle__released_enabled(void) { return __builtin_expect(racsignal_handle__released_semaphore != 0, 0); }
static inline bool racsignal_dropped_enabled(void) { return __builtin_expect(racsignal_dropped_semaphore != 0, 0); }
static inline bool racsignal_overlap_enabled(void) { return __builtin_expect(racsignal_overlap_semaphore != 0, 0); }
static inline bool racsignal_connected_enabled(void) { return __builtin_expect(racsignal_connected_semaphore != 0, 0); }
static inline bool racsignal_disconnected_enabled(void) { return __builtin_expect(racsignal_disconnected_semaphore != 0, 0); }
static inline bool racsignal_mark_enabled(void) { return __builtin_expect(racsignal_mark_semaphore != 0, 0); }
static inline bool racsignal_joined_enabled(void) { return __builtin_expect(racsignal_joined_semaphore != 0, 0); }
static inline bool raccompounddisposable_added_enabled(void) { return __builtin_expect(raccompounddisposable_added_semaphore != 0, 0); }
static inline bool raccompounddisposable_removed_enabled(void) { return __builtin_expect(raccompounddisposable_removed_semaphore != 0, 0); }
static inline bool raccompounddisposable_disposed_enabled(void) { return __builtin_expect(raccompounddisposable_disposed_semaphore != 0, 0); }
static inline bool racscheduler_scheduled_enabled(void) { return __builtin_expect(racscheduler_scheduled_semaphore != 0, 0); }
static inline bool racscheduler_began_enabled(void) { return __builtin_expect(racscheduler_began_semaphore != 0, 0); }
static inline bool racscheduler_ended_enabled(void) { return __builtin_expect(racscheduler_ended_semaphore != 0, 0); }
static inline bool racscheduler_cancelled_enabled(void) { return __builtin_expect(racscheduler_cancelled_semaphore != 0, 0); }

/// After the subscription exists, before anything is sent.
void racsignal_subscribed(
  uint64_t subscription, uint64_t downstream, uint64_t role, uint32_t line, const char *_Nonnull operator_name, const char *_Nonnull file);
/// A label was given, or an owner took the handle.
void racsignal_named(uint64_t subscription, uint64_t owner, const char *_Nonnull label);
/// Before a value is forwarded.
void racsignal_next(
  uint64_t subscription, uint64_t event, uint64_t cause, const char *_Nonnull operator_name);
/// As next, with the value's description.
void racsignal_next__value(
  uint64_t subscription, uint64_t event, uint64_t cause, const char *_Nonnull operator_name, const char *_Nonnull value);
/// Before an error is forwarded.
void racsignal_error(
  uint64_t subscription, uint64_t event, uint64_t cause, const char *_Nonnull operator_name, const char *_Nonnull description);
/// Before completion is forwarded.
void racsignal_completed(
  uint64_t subscription, uint64_t event, uint64_t cause, const char *_Nonnull operator_name);
/// Once, after the state change.
void racsignal_disposed(
  uint64_t subscription, uint64_t event, uint64_t cause, uint32_t reason, const char *_Nonnull operator_name);
/// The subscription's memory goes.
void racsignal_released(uint64_t subscription, const char *_Nonnull operator_name);
/// The handle goes, the subscription lives.
void racsignal_handle__released(uint64_t subscription, const char *_Nonnull operator_name);
/// An event came after the end.
void racsignal_dropped(uint64_t subscription, uint32_t kind, const char *_Nonnull operator_name);
/// An event had to wait: the other thread (or this one, further up its stack) is inside.
void racsignal_overlap(
  uint64_t subscription, uint32_t thread, uint32_t other, const char *_Nonnull operator_name);
/// A multicast connection subscribed to its source.
void racsignal_connected(uint64_t connection, uint64_t source, uint64_t subscribers);
/// A multicast connection was disposed.
void racsignal_disconnected(uint64_t connection, uint64_t source, uint64_t subscribers);
/// A mark that the program or a person set.
void racsignal_mark(uint64_t event, const char *_Nonnull text);
/// A subscription is a multicast connection's from here on.
void racsignal_joined(uint64_t subscription, uint64_t connection);
/// A child was added.
void raccompounddisposable_added(uint64_t compound, uint64_t child, uint64_t total);
/// A child was removed, undisposed.
void raccompounddisposable_removed(uint64_t compound, uint64_t child, uint64_t total);
/// Once; children at that moment.
void raccompounddisposable_disposed(uint64_t compound, uint64_t children);
/// Delay in nanoseconds; cause is the event during whose delivery the work was scheduled.
void racscheduler_scheduled(
  uint64_t work, uint64_t scheduler, uint64_t cause, uint64_t delay, const char *_Nonnull name);
/// The work starts.
void racscheduler_began(uint64_t work, uint64_t scheduler, const char *_Nonnull name);
/// The work has ended.
void racscheduler_ended(uint64_t work, uint64_t scheduler, const char *_Nonnull name);
/// The work was disposed before it started.
void racscheduler_cancelled(uint64_t work, uint64_t scheduler, const char *_Nonnull name);

// The same words as DTrace would generate them.
#define RACSIGNAL_SUBSCRIBED(subscription, downstream, role, line, operator_name, file) racsignal_subscribed(subscription, downstream, role, line, operator_name, file)
#define RACSIGNAL_SUBSCRIBED_ENABLED() racsignal_subscribed_enabled()
#define RACSIGNAL_NAMED(subscription, owner, label) racsignal_named(subscription, owner, label)
#define RACSIGNAL_NAMED_ENABLED() racsignal_named_enabled()
#define RACSIGNAL_NEXT(subscription, event, cause, operator_name) racsignal_next(subscription, event, cause, operator_name)
#define RACSIGNAL_NEXT_ENABLED() racsignal_next_enabled()
#define RACSIGNAL_NEXT_VALUE(subscription, event, cause, operator_name, value) racsignal_next__value(subscription, event, cause, operator_name, value)
#define RACSIGNAL_NEXT_VALUE_ENABLED() racsignal_next__value_enabled()
#define RACSIGNAL_ERROR(subscription, event, cause, operator_name, description) racsignal_error(subscription, event, cause, operator_name, description)
#define RACSIGNAL_ERROR_ENABLED() racsignal_error_enabled()
#define RACSIGNAL_COMPLETED(subscription, event, cause, operator_name) racsignal_completed(subscription, event, cause, operator_name)
#define RACSIGNAL_COMPLETED_ENABLED() racsignal_completed_enabled()
#define RACSIGNAL_DISPOSED(subscription, event, cause, reason, operator_name) racsignal_disposed(subscription, event, cause, reason, operator_name)
#define RACSIGNAL_DISPOSED_ENABLED() racsignal_disposed_enabled()
#define RACSIGNAL_RELEASED(subscription, operator_name) racsignal_released(subscription, operator_name)
#define RACSIGNAL_RELEASED_ENABLED() racsignal_released_enabled()
#define RACSIGNAL_HANDLE_RELEASED(subscription, operator_name) racsignal_handle__released(subscription, operator_name)
#define RACSIGNAL_HANDLE_RELEASED_ENABLED() racsignal_handle__released_enabled()
#define RACSIGNAL_DROPPED(subscription, kind, operator_name) racsignal_dropped(subscription, kind, operator_name)
#define RACSIGNAL_DROPPED_ENABLED() racsignal_dropped_enabled()
#define RACSIGNAL_OVERLAP(subscription, thread, other, operator_name) racsignal_overlap(subscription, thread, other, operator_name)
#define RACSIGNAL_OVERLAP_ENABLED() racsignal_overlap_enabled()
#define RACSIGNAL_CONNECTED(connection, source, subscribers) racsignal_connected(connection, source, subscribers)
#define RACSIGNAL_CONNECTED_ENABLED() racsignal_connected_enabled()
#define RACSIGNAL_DISCONNECTED(connection, source, subscribers) racsignal_disconnected(connection, source, subscribers)
#define RACSIGNAL_DISCONNECTED_ENABLED() racsignal_disconnected_enabled()
#define RACSIGNAL_MARK(event, text) racsignal_mark(event, text)
#define RACSIGNAL_MARK_ENABLED() racsignal_mark_enabled()
#define RACSIGNAL_JOINED(subscription, connection) racsignal_joined(subscription, connection)
#define RACSIGNAL_JOINED_ENABLED() racsignal_joined_enabled()
#define RACCOMPOUNDDISPOSABLE_ADDED(compound, child, total) raccompounddisposable_added(compound, child, total)
#define RACCOMPOUNDDISPOSABLE_ADDED_ENABLED() raccompounddisposable_added_enabled()
#define RACCOMPOUNDDISPOSABLE_REMOVED(compound, child, total) raccompounddisposable_removed(compound, child, total)
#define RACCOMPOUNDDISPOSABLE_REMOVED_ENABLED() raccompounddisposable_removed_enabled()
#define RACCOMPOUNDDISPOSABLE_DISPOSED(compound, children) raccompounddisposable_disposed(compound, children)
#define RACCOMPOUNDDISPOSABLE_DISPOSED_ENABLED() raccompounddisposable_disposed_enabled()
#define RACSCHEDULER_SCHEDULED(work, scheduler, cause, delay, name) racscheduler_scheduled(work, scheduler, cause, delay, name)
#define RACSCHEDULER_SCHEDULED_ENABLED() racscheduler_scheduled_enabled()
#define RACSCHEDULER_BEGAN(work, scheduler, name) racscheduler_began(work, scheduler, name)
#define RACSCHEDULER_BEGAN_ENABLED() racscheduler_began_enabled()
#define RACSCHEDULER_ENDED(work, scheduler, name) racscheduler_ended(work, scheduler, name)
#define RACSCHEDULER_ENDED_ENABLED() racscheduler_ended_enabled()
#define RACSCHEDULER_CANCELLED(work, scheduler, name) racscheduler_cancelled(work, scheduler, name)
#define RACSCHEDULER_CANCELLED_ENABLED() racscheduler_cancelled_enabled()

#endif

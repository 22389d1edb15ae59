#include "providers.h"
#include "control.h"

#include <stddef.h>

// The semaphores of one kind of event lie side by side in one aligned word, so that the gate asks all of
// them, and the recorder, with two loads and one branch. Kernel tracers count their attachments in them.
#define WORD(name) ".balign 8\n.globl " #name "\n.type " #name ",@object\n" #name ":\n"
#define SEMAPHORE(name)                                                                        \
  ".globl " #name "_semaphore\n.type " #name "_semaphore,@object\n.size " #name                \
  "_semaphore,2\n" #name "_semaphore: .short 0\n"
// A probe that finds no room in its word has the semaphore of another one of that word: so the gate asks no
// more than it did. A tracer that attaches to one of the two enables both: the other fires into a nop.
// Tracers count by address: the semaphore is 0 only when the tracers of both are gone.
#define SHARED_SEMAPHORE(name, other)                                                          \
  ".globl " #name "_semaphore\n.type " #name "_semaphore,@object\n.size " #name                \
  "_semaphore,2\n.set " #name "_semaphore, " #other "_semaphore\n"

__asm__(
  ".pushsection .probes,\"aw\",@progbits\n"
  WORD(rx_semaphores_next)
  SEMAPHORE(racsignal_next)
  SEMAPHORE(racsignal_next__value)
  WORD(rx_semaphores_terminal)
  SEMAPHORE(racsignal_error)
  SEMAPHORE(racsignal_completed)
  SEMAPHORE(racsignal_dropped)
  SEMAPHORE(racsignal_overlap)
  WORD(rx_semaphores_lifecycle)
  SEMAPHORE(racsignal_subscribed)
  SEMAPHORE(racsignal_named)
  SEMAPHORE(racsignal_disposed)
  SEMAPHORE(racsignal_released)
  SEMAPHORE(racsignal_handle__released)
  SEMAPHORE(racsignal_connected)
  SEMAPHORE(racsignal_disconnected)
  SEMAPHORE(racsignal_mark)
  SHARED_SEMAPHORE(racsignal_joined, racsignal_connected)
  WORD(rx_semaphores_owners)
  SEMAPHORE(raccompounddisposable_added)
  SEMAPHORE(raccompounddisposable_removed)
  SEMAPHORE(raccompounddisposable_disposed)
  WORD(rx_semaphores_scheduling)
  SEMAPHORE(racscheduler_scheduled)
  SEMAPHORE(racscheduler_began)
  SEMAPHORE(racscheduler_ended)
  SEMAPHORE(racscheduler_cancelled)
  ".balign 8\n"
  ".popsection\n");

#if __has_include(<sys/sdt.h>) && !defined(RX_WITHOUT_PROBES)
// Integers and pointers in registers: with the default constraint clang spills every argument.
#define STAP_SDT_ARG_CONSTRAINT nr
#define SDT_USE_VARIADIC
#define _SDT_HAS_SEMAPHORES 1
#include <sys/sdt.h>
#define PROBE(...) STAP_PROBEV(__VA_ARGS__)
#define KEEP_BASE() __asm__ volatile("" : : "r"(&rx_probe_base))
const bool rx_probes_are_compiled_in = true;

// A live reference keeps .stapsdt.base, without which gdb finds no probe, through the linker's garbage
// collection.
extern const char rx_probe_base __asm__("_.stapsdt.base") __attribute__((visibility("hidden")));
#else
#define PROBE(...) ((void)0)
#define KEEP_BASE() ((void)0)
const bool rx_probes_are_compiled_in = false;
#endif

/// Makes a string resident: a kernel tracer cannot fault its pages in, and would read "".
static inline void touch(const char *text) {
  enum { LIMIT = 1 << 20 };
  for (size_t read = 0; read < LIMIT; read++)
    if (((const volatile char *)text)[read] == 0) return;
}

#define ACTION __attribute__((noinline, visibility("default"))) void

ACTION racsignal_subscribed(
  uint64_t subscription, uint64_t downstream, uint64_t role, uint32_t line, const char *_Nonnull operator_name, const char *_Nonnull file) {
  KEEP_BASE();
  touch(operator_name);
  touch(file);
  PROBE(racsignal, subscribed, subscription, downstream, role, line, operator_name, file);
}

ACTION racsignal_named(uint64_t subscription, uint64_t owner, const char *_Nonnull label) {
  touch(label);
  PROBE(racsignal, named, subscription, owner, label);
}

ACTION racsignal_next(
  uint64_t subscription, uint64_t event, uint64_t cause, const char *_Nonnull operator_name) {
  touch(operator_name);
  PROBE(racsignal, next, subscription, event, cause, operator_name);
}

ACTION racsignal_next__value(
  uint64_t subscription, uint64_t event, uint64_t cause, const char *_Nonnull operator_name, const char *_Nonnull value) {
  touch(operator_name);
  touch(value);
  PROBE(racsignal, next__value, subscription, event, cause, operator_name, value);
}

ACTION racsignal_error(
  uint64_t subscription, uint64_t event, uint64_t cause, const char *_Nonnull operator_name, const char *_Nonnull description) {
  touch(operator_name);
  touch(description);
  PROBE(racsignal, error, subscription, event, cause, operator_name, description);
}

ACTION racsignal_completed(
  uint64_t subscription, uint64_t event, uint64_t cause, const char *_Nonnull operator_name) {
  touch(operator_name);
  PROBE(racsignal, completed, subscription, event, cause, operator_name);
}

ACTION racsignal_disposed(
  uint64_t subscription, uint64_t event, uint64_t cause, uint32_t reason, const char *_Nonnull operator_name) {
  touch(operator_name);
  PROBE(racsignal, disposed, subscription, event, cause, reason, operator_name);
}

ACTION racsignal_released(uint64_t subscription, const char *_Nonnull operator_name) {
  touch(operator_name);
  PROBE(racsignal, released, subscription, operator_name);
}

ACTION racsignal_handle__released(uint64_t subscription, const char *_Nonnull operator_name) {
  touch(operator_name);
  PROBE(racsignal, handle__released, subscription, operator_name);
}

ACTION racsignal_dropped(uint64_t subscription, uint32_t kind, const char *_Nonnull operator_name) {
  touch(operator_name);
  PROBE(racsignal, dropped, subscription, kind, operator_name);
}

ACTION racsignal_overlap(
  uint64_t subscription, uint32_t thread, uint32_t other, const char *_Nonnull operator_name) {
  touch(operator_name);
  PROBE(racsignal, overlap, subscription, thread, other, operator_name);
}

ACTION racsignal_connected(uint64_t connection, uint64_t source, uint64_t subscribers) {
  PROBE(racsignal, connected, connection, source, subscribers);
}

ACTION racsignal_disconnected(uint64_t connection, uint64_t source, uint64_t subscribers) {
  PROBE(racsignal, disconnected, connection, source, subscribers);
}

ACTION racsignal_mark(uint64_t event, const char *_Nonnull text) {
  touch(text);
  PROBE(racsignal, mark, event, text);
}

ACTION racsignal_joined(uint64_t subscription, uint64_t connection) {
  PROBE(racsignal, joined, subscription, connection);
}

ACTION raccompounddisposable_added(uint64_t compound, uint64_t child, uint64_t total) {
  PROBE(raccompounddisposable, added, compound, child, total);
}

ACTION raccompounddisposable_removed(uint64_t compound, uint64_t child, uint64_t total) {
  PROBE(raccompounddisposable, removed, compound, child, total);
}

ACTION raccompounddisposable_disposed(uint64_t compound, uint64_t children) {
  PROBE(raccompounddisposable, disposed, compound, children);
}

ACTION racscheduler_scheduled(
  uint64_t work, uint64_t scheduler, uint64_t cause, uint64_t delay, const char *_Nonnull name) {
  touch(name);
  PROBE(racscheduler, scheduled, work, scheduler, cause, delay, name);
}

ACTION racscheduler_began(uint64_t work, uint64_t scheduler, const char *_Nonnull name) {
  touch(name);
  PROBE(racscheduler, began, work, scheduler, name);
}

ACTION racscheduler_ended(uint64_t work, uint64_t scheduler, const char *_Nonnull name) {
  touch(name);
  PROBE(racscheduler, ended, work, scheduler, name);
}

ACTION racscheduler_cancelled(uint64_t work, uint64_t scheduler, const char *_Nonnull name) {
  touch(name);
  PROBE(racscheduler, cancelled, work, scheduler, name);
}

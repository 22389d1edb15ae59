// The state of one thread, in thread-locals: Swift cannot express those.
#ifndef CSIGNALPROBES_THREAD_H
#define CSIGNALPROBES_THREAD_H

#include <stdbool.h>
#include <stdint.h>

/// One living subscription: 64 bytes, for as long as its gate is in memory.
typedef struct rx_subscription {
  uint64_t identifier;
  /// The subscription for whose sake this one was made; 0 for a root.
  uint64_t downstream;
  const char *_Nonnull operator_name;
  const char *_Nonnull file;
  /// In clock ticks.
  uint64_t started;
  /// The disposable that holds its handle; 0 for none. Links the free list while the slot is free.
  uint64_t owner;
  /// The line in the low 24 bits, the lowest eight of the site's traits above.
  uint32_t line_word;
  uint32_t role;
  /// The thread that subscribed in the low 24 bits, the site's next eight traits above.
  uint32_t thread_word;
  /// 0 free, 1 alive, 2 completed, 3 failed, 4 ended in whatever way; the slot's generation from bit 8 up.
  uint32_t state;
} rx_subscription;

static inline uint32_t rx_subscription_line(const rx_subscription *_Nonnull record) {
  return record->line_word & 0xffffff;
}

static inline uint32_t rx_subscription_thread(const rx_subscription *_Nonnull record) {
  return record->thread_word & 0xffffff;
}

/// The traits of the site: the bits of `SiteTraits`.
static inline uint32_t rx_subscription_traits(const rx_subscription *_Nonnull record) {
  return record->line_word >> 24 | (record->thread_word >> 16 & 0xff00);
}

/// Fills in a record that was taken: from here on it is this subscription's. A thread that reported an event
/// of the subscription before read the record, and then let go of that subscription. The thread that let go
/// last gave the record back. The count of references orders those reads before these writes; the thread
/// sanitizer does not see that.
__attribute__((disable_sanitizer_instrumentation))
static inline void rx_subscription_begun(rx_subscription *_Nonnull record, uint64_t identifier, uint64_t downstream,
                                         uint64_t started, const char *_Nonnull operator_name,
                                         const char *_Nonnull file, uint32_t line_word, uint32_t role,
                                         uint32_t thread_word) {
  record->identifier = identifier;
  record->downstream = downstream;
  record->operator_name = operator_name;
  record->file = file;
  record->started = started;
  record->owner = 0;
  record->line_word = line_word;
  record->role = role;
  record->thread_word = thread_word;
  record->state |= 1;
}

/// A record is nobody's from here on. A thread that is reading it sees by the upper bits that it has changed
/// hands.
__attribute__((disable_sanitizer_instrumentation))
static inline void rx_subscription_given(rx_subscription *_Nonnull record) {
  record->state = (record->state & ~(uint32_t)0xff) + 0x100;
}

/// Moves a subscription's record on to a state. Never back: its end and its disposal may be reported by two
/// threads.
static inline void rx_subscription_reached(rx_subscription *_Nonnull record, uint32_t state) {
  uint32_t known = __atomic_load_n(&record->state, __ATOMIC_RELAXED);
  while ((known & 0xff) < state
         && !__atomic_compare_exchange_n(&record->state, &known, (known & ~(uint32_t)0xff) | state, true,
                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

/// The same for a subscription that has ended in whatever way, watched or not: one store. By it a look into
/// the process finds the subscriptions that have ended and are still in memory.
static inline void rx_subscription_ended(rx_subscription *_Nonnull record) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  __atomic_store_n((uint8_t *)&record->state, 4, __ATOMIC_RELAXED);
#else
  __atomic_store_n((uint8_t *)&record->state + 3, 4, __ATOMIC_RELAXED);
#endif
}

/// Two threads may put one handle into two bags.
static inline void rx_subscription_set_owner(rx_subscription *_Nonnull record, uint64_t owner) {
  __atomic_store_n(&record->owner, owner, __ATOMIC_RELAXED);
}

/// The next in the list of a free slot. Anything else if somebody has taken the slot meanwhile, which is
/// allowed.
__attribute__((disable_sanitizer_instrumentation))
static inline uint64_t rx_subscription_link(const rx_subscription *_Nonnull slot) {
  return *(const volatile uint64_t *)&slot->owner;
}

/// Where a living subscription is from. For a thread that counts subscriptions while other threads make and
/// end some.
typedef struct rx_place {
  uintptr_t operator_name;
  uintptr_t file;
  uint32_t line;
  uint32_t traits;
  /// The slot's state at the moment when the look began.
  uint32_t state;
} rx_place;

/// False if nobody has the slot, or somebody else as it is being read: then only `state` is set.
__attribute__((disable_sanitizer_instrumentation))
static inline bool rx_subscription_look(const rx_subscription *_Nonnull slot, rx_place *_Nonnull place) {
  const volatile rx_subscription *record = slot;
  uint32_t state = __atomic_load_n(&record->state, __ATOMIC_ACQUIRE);
  place->state = state;
  if ((state & 0xff) == 0) return false;
  uint32_t line_word = record->line_word, thread_word = record->thread_word;
  place->operator_name = (uintptr_t)record->operator_name;
  place->file = (uintptr_t)record->file;
  place->line = line_word & 0xffffff;
  place->traits = line_word >> 24 | (thread_word >> 16 & 0xff00);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  // The generation: another one when the slot was given back meanwhile.
  return __atomic_load_n(&record->state, __ATOMIC_RELAXED) >> 8 == state >> 8;
}

/// Copies a record that another thread may give back meanwhile. False if the subscription has ended, or the
/// record is somebody else's as it is being read.
__attribute__((disable_sanitizer_instrumentation))
static inline bool rx_subscription_copy_alive(const rx_subscription *_Nonnull slot, rx_subscription *_Nonnull copy) {
  const volatile rx_subscription *record = slot;
  uint32_t state = __atomic_load_n(&record->state, __ATOMIC_ACQUIRE);
  if ((state & 0xff) != 1) return false;
  copy->identifier = record->identifier;
  copy->downstream = record->downstream;
  copy->operator_name = record->operator_name;
  copy->file = record->file;
  copy->started = record->started;
  copy->owner = record->owner;
  copy->line_word = record->line_word;
  copy->role = record->role;
  copy->thread_word = record->thread_word;
  copy->state = state;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(&record->state, __ATOMIC_RELAXED) == state;
}

typedef struct rx_thread {
  /// From 1, in order of first use; never reused in a process.
  uint32_t number;
  /// How deep this thread is in releases that might recurse.
  uint32_t releasing;
  /// The objects that the outermost of these releases will release.
  void *_Nullable deferred_releases;
  /// The sequence number of this thread's last event.
  uint64_t sequence;
  /// The event that this thread delivers now; 0 for none.
  uint64_t cause;
  /// The subscription on whose behalf user code subscribes now; 0 for none.
  uint64_t on_behalf_of;
  /// The scheduler whose work this thread runs now; unretained.
  void *_Nullable scheduler;
  /// The answer of `rx_thread_mark` on this thread.
  uint32_t mark;
  /// The recorder's staging of this thread, and how deep the thread is in the recorder.
  void *_Nullable recorder;
  uint32_t recording;
  /// Below this address the stack is worth a look, and where it lies; 0 while that is not known.
  uintptr_t stack_watch;
  uintptr_t stack_lowest;
  uintptr_t stack_highest;
} rx_thread;

/// The things that one thread has taken of the live table. All of it is zero in a thread that has taken
/// nothing yet, and in a child, however it was forked: there the table is the parent's, and must not be
/// touched before the child has its own.
typedef struct rx_thread_slots {
  /// Subscription identifiers: the next, and the first that is not this thread's.
  uint64_t next_identifier;
  uint64_t last_identifier;
  /// Free slots of the live table, linked through `owner`.
  rx_subscription *_Nullable free;
  /// How many more the thread may keep to itself.
  uint32_t room;
} rx_thread_slots;

/// So far behind a thread's record lie its slots, in pages that the kernel wipes in a forked child.
#define RX_THREAD_SLOTS 16384

/// This thread's record, made on first use and given back when the thread ends.
rx_thread *_Nonnull rx_thread_current(void);

/// How deep the thread is in the recorder: not 0 when a signal handler has interrupted it there.
static inline __attribute__((always_inline)) uint32_t *_Nonnull rx_recording_depth(rx_thread *_Nonnull thread) {
  return &thread->recording;
}

/// Whether the caller is so deep in its stack that it is worth a look.
static inline __attribute__((always_inline)) bool rx_stack_is_deep(const rx_thread *_Nonnull thread) {
  return __builtin_expect((uintptr_t)__builtin_frame_address(0) < thread->stack_watch, 0);
}

/// Whether this thread's stack is almost used up; to be asked where it is deep. Not on a stack of the
/// program's making.
bool rx_stack_is_short(rx_thread *_Nonnull thread);

/// A mark of this thread, even and at least 8. It is the owner word of anything that only one thread may be
/// in. When a thread ends, its mark goes with it; in a forked child the marks of all threads are gone that
/// the child does not have. So everybody can see that the things these threads owned are lost.
uint32_t rx_thread_mark(void);

/// Where this thread's mark stands: 0 until it has one, and in a forked child until it asks.
extern _Thread_local uint32_t *_Nonnull rx_own_mark __attribute__((tls_model("initial-exec")));

/// The same without a call; 0 where `rx_thread_mark` would have to find it.
static inline __attribute__((always_inline)) uint32_t rx_known_thread_mark(void) {
  return __atomic_load_n(rx_own_mark, __ATOMIC_RELAXED);
}

/// False if other threads may have the same mark: there are more than any table holds.
bool rx_thread_mark_is_unique(uint32_t mark);

/// Whether the thread of a mark lives, in this process.
bool rx_thread_lives(uint32_t mark);

/// Says that everything from now on is this process's own, and asks whether this very process, not its
/// parent, has said so.
void rx_process_settle(void);
bool rx_process_is_settled(void);
/// The process that said so, 0 in a child that was forked since. In a child of `vfork`, which has its
/// parent's memory and threads, its parent.
int32_t rx_process_settled(void);

/// The mark of no thread: the owner of things that are lost for good.
static const uint32_t rx_mark_of_nobody = 0xfffffffe;

/// One turn of a short wait for another thread.
static inline void rx_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Keeps the compiler from moving memory accesses across. A signal handler of this thread sees them in order.
static inline __attribute__((always_inline)) void rx_signal_fence(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/// Lets nobody cancel this thread until the answer is given to `rx_allow_cancellation`.
int rx_forbid_cancellation(void);
void rx_allow_cancellation(int before);

/// Called as a thread ends, before its record goes.
typedef void (*rx_thread_end_handler)(rx_thread *_Nonnull);

/// Sets the handler that is called as a thread ends. There is one; it is set before the first thread uses its
/// record.
void rx_thread_set_end_handler(rx_thread_end_handler _Nullable handler);

#endif

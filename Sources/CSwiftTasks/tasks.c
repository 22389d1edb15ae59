// The functions that stand before those of the Swift runtime.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "CSwiftTasks.h"
#include "places.h"
#include "runtime.h"
#include "streams.h"

#define EXPORT __attribute__((visibility("default"), noinline))

_Thread_local bool is_inside INITIAL_EXEC;

static const task_runtime *runtime;

__attribute__((constructor)) static void prepare(void) { runtime = task_runtime_find(); }

static inline const task_runtime *found(void) {
  if (__builtin_expect(!runtime, 0)) runtime = task_runtime_find();
  return runtime;
}

// MARK: - The word of a task

// The address of the task's record, a multiple of 64, and these bits. 0: the task is not noted.
enum {
  // Somebody has said that it is cancelled.
  WORD_CANCELLED = 1,
  // Somebody is saying so.
  WORD_BUSY = 2,
  // It has ended. Its record is gone, or goes once nobody is busy.
  WORD_ENDED = 4,
  WORD_BITS = 63,
};

static inline _Atomic uint64_t *word_of(char *task) { return (_Atomic uint64_t *)(task + runtime->layout->word); }

static inline void *record_of(uint64_t word) { return (void *)(uintptr_t)(word & ~(uint64_t)WORD_BITS); }

static inline bool is_cancelled(char *task) {
  const _Atomic uint64_t *status = (const _Atomic uint64_t *)(task + runtime->layout->status);
  return (atomic_load_explicit(status, memory_order_relaxed) & runtime->layout->status_cancelled) != 0;
}

void *task_record(char *task) {
  return task ? record_of(atomic_load_explicit(word_of(task), memory_order_relaxed)) : NULL;
}

bool task_is_cancelled(char *task) { return task && is_cancelled(task); }

bool task_is_wanted(char *task) { return !rx_task_is_wanted || rx_task_is_wanted(task_record(task) != NULL); }

bool task_is_suspended(char *task) {
  const _Atomic uint64_t *status = (const _Atomic uint64_t *)(task + runtime->layout->status);
  return (atomic_load_explicit(status, memory_order_acquire) & runtime->layout->status_active) == 0;
}

// MARK: - The end

/// Runs on the thread that has run the last of the task, which is its current task still.
static void ended(void *error) {
  char *task = runtime->current();
  if (!task) return;
  streams_task_ended(task);
  // A thread that is busy with the record ends it afterwards.
  uint64_t word = atomic_fetch_or_explicit(word_of(task), WORD_ENDED, memory_order_acq_rel);
  if (!record_of(word) || word & (WORD_BUSY | WORD_ENDED)) return;
  bool was_inside = is_inside;
  is_inside = true;
  uint32_t how = word & WORD_CANCELLED    ? RX_TASK_CANCELLED_BEFORE
                 : is_cancelled(task) ? RX_TASK_CANCELLED_BY_PARENT
                                      : RX_TASK_RETURNED;
  rx_task_end(record_of(word), how, error);
  streams_look();
  is_inside = was_inside;
}

// The runtime ends a task in one of a few functions, which depend on how it was made. For each of them there
// is one that stands before it.
enum { ENDS = 4 };
static _Atomic(resume_function) ends[ENDS];

#define STAND_BEFORE(N)                                                                        \
  SWIFT_ASYNC static void end_##N(ASYNC_CONTEXT void *context, CONTEXT void *error) {          \
    ended(error);                                                                              \
    __attribute__((musttail)) return atomic_load_explicit(&ends[N], memory_order_relaxed)(context, error); \
  }
STAND_BEFORE(0)
STAND_BEFORE(1)
STAND_BEFORE(2)
STAND_BEFORE(3)
static const resume_function before[ENDS] = {end_0, end_1, end_2, end_3};

/// The function that stands before `end`; NULL where there are more of those than in any known runtime.
static inline resume_function standing_before(resume_function end) {
  for (uint32_t i = 0; i < ENDS; i++) {
    resume_function known = atomic_load_explicit(&ends[i], memory_order_relaxed);
    if (!known && atomic_compare_exchange_strong(&ends[i], &known, end)) return before[i];
    if (known == end) return before[i];
  }
  return NULL;
}

bool task_stands_before(uintptr_t function) {
  for (uint32_t i = 0; i < ENDS; i++)
    if ((uintptr_t)before[i] == function) return true;
  return false;
}

// MARK: - The beginning

/// The kind, as far as the flags alone tell.
static uint32_t kind_of(size_t flags, char *parent) {
  if (flags & TASK_COPIES_LOCALS) return RX_TASK_UNSTRUCTURED;
  // `main` runs its task by itself, and that inherits from nobody.
  bool is_main = flags & TASK_INHERITS_CONTEXT && !(flags & TASK_IS_ENQUEUED) && !parent;
  return is_main ? RX_TASK_MAIN : RX_TASK_DETACHED;
}

static made_task make(const uintptr_t *frame, size_t flags, const task_option *options, const void *type,
                      const void *function, void *closure) {
  char *parent = runtime->current();
  uint32_t kind = kind_of(flags, parent);
  const char *name = NULL;
  const task_option *executor = NULL;
  for (const task_option *option = options; option; option = option->next) {
    switch (option->flags & 0xff) {
    case OPTION_SERIAL_EXECUTOR: executor = option; break;
    case OPTION_GROUP: kind = RX_TASK_CHILD; break;
    case OPTION_ASYNC_LET: kind = RX_TASK_ASYNC_LET; break;
    case OPTION_NAME: name = option->first; break;
    }
  }
  // It must not run before it is noted: a task may end before the call that makes it comes back.
  made_task made = runtime->create(flags & ~(size_t)TASK_IS_ENQUEUED, options, type, function, closure);
  resume_function *resume = (resume_function *)(made.context + runtime->layout->resume_parent);
  resume_function first = *resume ? standing_before(*resume) : NULL;
  if (first) {
    is_inside = true;
    void *record = rx_task_begin(
      task_place(frame, kind, runtime),
      parent ? record_of(atomic_load_explicit(word_of(parent), memory_order_relaxed)) : NULL, name);
    *resume = first;
    atomic_store_explicit(word_of(made.task), (uint64_t)(uintptr_t)record, memory_order_release);
    streams_look();
    is_inside = false;
  }
  if (flags & TASK_IS_ENQUEUED) {
    runtime->retain(made.task);
    runtime->enqueue(made.task, executor ? executor->first : NULL, executor ? executor->second : NULL);
  }
  return made;
}

EXPORT SWIFT made_task swift_task_create(size_t flags, const task_option *options, const void *type, const void *function,
                                         void *closure) {
  if (!found()->layout || is_inside || !task_is_wanted(runtime->current()))
    return runtime->create(flags, options, type, function, closure);
  return make(__builtin_frame_address(0), flags, options, type, function, closure);
}

EXPORT SWIFT void swift_asyncLet_begin(void *let, const task_option *options, const void *type, const void *function,
                                       void *closure, void *result) {
  if (!found()->layout || is_inside || !task_is_wanted(runtime->current()))
    return runtime->async_let(let, options, type, function, closure, result);
  task_option option = {OPTION_ASYNC_LET, options, let, result};
  make(__builtin_frame_address(0), TASK_IS_ENQUEUED, &option, type, function, closure);
}

// MARK: - Cancellation

/// Says that somebody cancels a task, before it hears of it: what follows from it comes afterwards.
static void note_cancel(char *task) {
  if (!task || is_cancelled(task)) return;
  _Atomic uint64_t *word = word_of(task);
  uint64_t known = atomic_load_explicit(word, memory_order_acquire);
  do {
    if (!record_of(known) || known & (WORD_CANCELLED | WORD_ENDED)) return;
  } while (!atomic_compare_exchange_weak(word, &known, known | WORD_CANCELLED | WORD_BUSY));
  bool was_inside = is_inside;
  is_inside = true;
  rx_task_cancelled(record_of(known));
  // It has ended meanwhile, and left its record to this thread.
  if (atomic_fetch_and(word, ~(uint64_t)WORD_BUSY) & WORD_ENDED)
    rx_task_end(record_of(known), RX_TASK_CANCELLED_BEFORE, NULL);
  is_inside = was_inside;
}

EXPORT SWIFT void swift_task_cancel(char *task) {
  if (found()->layout && !is_inside) note_cancel(task);
  runtime->cancel(task);
}

/// `Task.cancel()`
EXPORT SWIFT void rx_task_handle_cancel(char *task) __asm__("$sScT6cancelyyF");
EXPORT SWIFT void rx_task_handle_cancel(char *task) {
  if (found()->layout && !is_inside) note_cancel(task);
  runtime->cancel_handle(task);
}

// The functions that stand before the functions of streams.
#define _GNU_SOURCE
#include "streams.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "places.h"
#include "stream_table.h"

#define EXPORT __attribute__((visibility("default"), noinline))

static const task_runtime *runtime;

static inline const task_runtime *found(void) {
  if (__builtin_expect(!runtime, 0)) runtime = task_runtime_find();
  return runtime;
}

static inline bool is_noted(void) { return found()->layout && !is_inside; }

/// Whether a stream that is made now is to be noted.
static inline bool is_wanted(void) { return is_noted() && task_is_wanted(runtime->current()); }

static inline bool is_of_runtime(const void *address) {
  return (uintptr_t)address >= runtime->begin && (uintptr_t)address < runtime->end;
}

// MARK: - Waiting

/// Facts about a task while it waits. They lie behind the context of the function that gives the next value.
typedef struct wait {
  resume_function resume;
  void *result;
  loop *loop;
} wait;

/// A context of the function has this size at most, else its stream is not noted. The room for `wait` is
/// behind it.
enum { CONTEXT_SIZE = 96 };

static inline wait *wait_of(void *context) { return (wait *)((char *)context + CONTEXT_SIZE); }

/// An asynchronous function as a program knows it: where it is, seen from here, and how large its context is.
typedef struct async_function {
  int32_t distance;
  uint32_t size;
} async_function;

static async_function produces[2];
static _Atomic(produce_function) originals[2];

/// Whether an optional value is there, as its type says.
static bool is_there(const void *value, const char *storage) {
  const void *const *type = *(const void *const *const *)storage;
  const void *const *element = type[7];
  const void *const *witnesses = element[-1];
  uint32_t (*tag)(const void *, uint32_t, const void *) = (uint32_t (*)(const void *, uint32_t, const void *))witnesses[6];
  return tag(value, 1, element) == 0;
}

static void begin_waiting(void *result, char *context, char *storage, resume_function end) {
  char *task = runtime->current();
  resume_function *resume = (resume_function *)(context + runtime->layout->resume_parent);
  is_inside = true;
  streams_lock();
  stream *it = streams_find(storage);
  loop *reader = it && task ? streams_loop(it, task, context, *resume) : NULL;
  if (reader) {
    *wait_of(context) = (wait){*resume, result, reader};
    *resume = end;
    streams_set_waiting(reader, true);
  }
  streams_unlock();
  streams_look();
  is_inside = false;
}

static void end_waiting(const wait *it, const void *error) {
  bool was_inside = is_inside;
  is_inside = true;
  bool has_value = !error && is_there(it->result, it->loop->stream->storage);
  streams_lock();
  loop *reader = it->loop;
  streams_set_waiting(reader, false);
  if (has_value) {
    if (rx_values_are_watched()) rx_loop_next(reader->record);
  } else if (error) {
    streams_end_loop(reader, RX_LOOP_FAILED, error);
  } else if (task_is_cancelled(reader->task)) {
    // Cancelling the task has terminated the stream.
    streams_end_loop(reader, RX_LOOP_CANCELLED, NULL);
  } else {
    streams_end_loop(reader, RX_LOOP_FINISHED, NULL);
  }
  streams_unlock();
  is_inside = was_inside;
}

#define WAIT(N)                                                                                                   \
  SWIFT_ASYNC static void wait_ends_##N(ASYNC_CONTEXT void *context, CONTEXT void *error) {                       \
    resume_function resume = wait_of(context)->resume;                                                            \
    end_waiting(wait_of(context), N ? error : NULL);                                                              \
    __attribute__((musttail)) return resume(context, error);                                                      \
  }                                                                                                               \
  SWIFT_ASYNC static void produce_##N(void *result, void *second, void *third, ASYNC_CONTEXT char *context,       \
                                      CONTEXT char *storage) {                                                    \
    if (!is_inside) begin_waiting(result, context, storage, (resume_function)wait_ends_##N);                      \
    __attribute__((musttail)) return atomic_load_explicit(&originals[N], memory_order_relaxed)(result, second, third, \
                                                                                              context, storage);  \
  }
WAIT(0)
WAIT(1)

bool stream_stands_before(uintptr_t function) {
  return function == (uintptr_t)wait_ends_0 || function == (uintptr_t)wait_ends_1;
}

/// Puts a function of this library before the one that gives the stream's values. False where they are not as
/// expected.
static bool stand_before_produce(char *holder, uint32_t which) {
  const async_function **place = (const async_function **)(holder + runtime->layout->stream_produce);
  const async_function *original = *place;
  if (original == &produces[which]) return true;
  if (!is_of_runtime(original) || original->size > CONTEXT_SIZE) return false;
  char *function = (char *)original + original->distance;
  if (!is_of_runtime(function)) return false;
  produce_function known = NULL;
  if (!atomic_compare_exchange_strong(&originals[which], &known, (produce_function)(void *)function)
      && known != (produce_function)(void *)function)
    return false;
  *place = &produces[which];
  return true;
}

__attribute__((constructor)) static void prepare_functions(void) {
  static const produce_function functions[2] = {produce_0, produce_1};
  for (uint32_t i = 0; i < 2; i++) {
    produces[i].distance = (int32_t)((intptr_t)functions[i] - (intptr_t)&produces[i]);
    produces[i].size = CONTEXT_SIZE + sizeof(wait);
  }
}

// MARK: - The end of a storage

static _Atomic(destroy_function) destroys[2];

static void storage_ends(char *storage) {
  bool was_inside = is_inside;
  is_inside = true;
  streams_lock();
  stream *gone = streams_take(storage);
  if (gone) {
    while (gone->loops) streams_end_loop(gone->loops, RX_LOOP_FREED, NULL);
    free(gone);
  }
  streams_unlock();
  is_inside = was_inside;
}

#define DESTROY(N)                                                                                       \
  SWIFT static void destroy_##N(CONTEXT char *storage) {                                                 \
    storage_ends(storage);                                                                               \
    atomic_load_explicit(&destroys[N], memory_order_relaxed)(storage);                                   \
  }
DESTROY(0)
DESTROY(1)

/// Puts a function of this library before the one that frees storages of this type. False where it is not as
/// expected.
static bool stand_before_destroy(char *storage, uint32_t which) {
  static const destroy_function functions[2] = {destroy_0, destroy_1};
  destroy_function *type = *(destroy_function **)storage;
  // The runtime makes the type as the program runs: it can be written.
  if (is_of_runtime(type)) return false;
  destroy_function original = type[-2];
  if (original == functions[which]) return true;
  if (!is_of_runtime((void *)original)) return false;
  destroy_function known = NULL;
  if (!atomic_compare_exchange_strong(&destroys[which], &known, original) && known != original) return false;
  type[-2] = functions[which];
  return true;
}

// MARK: - The beginning

static void note_stream(const uintptr_t *frame, char *object, uint32_t which) {
  const rx_task_layout *layout = runtime->layout;
  char *storage = *(char **)(object + layout->stream_storage);
  if (!storage) return;
  // A throwing stream captures an object, which holds the same two words.
  char *holder = object, *captured = *(char **)(object + layout->stream_captured);
  if (which == 1 && captured) {
    holder = captured;
    captured = *(char **)(holder + layout->stream_captured);
  }
  if (captured != storage) return;
  stream *made = calloc(1, sizeof *made);
  if (!made) return;
  is_inside = true;
  made->storage = storage;
  made->place = task_place(frame, which == 0 ? RX_STREAM : RX_THROWING_STREAM, runtime);
  streams_lock();
  if (stand_before_destroy(storage, which) && stand_before_produce(holder, which)) {
    streams_add(made);
    made = NULL;
  }
  streams_unlock();
  free(made);
  streams_look();
  is_inside = false;
}

#define MAKE(N, SYMBOL)                                                                                              \
  EXPORT SWIFT void rx_make_stream_##N(char **object, char **continuation, const void *type, const void *policy,     \
                                       const void *element) __asm__(SYMBOL);                                         \
  EXPORT SWIFT void rx_make_stream_##N(char **object, char **continuation, const void *type, const void *policy,     \
                                       const void *element) {                                                        \
    found()->streams.make[N](object, continuation, type, policy, element);                                           \
    if (is_wanted()) note_stream(__builtin_frame_address(0), *object, N);                                            \
  }
MAKE(0, MAKE_STREAM)
MAKE(1, MAKE_THROWING_STREAM)

#define INIT(N, SYMBOL)                                                                                              \
  EXPORT SWIFT void rx_init_stream_##N(INDIRECT char **object, const void *type, const void *policy,                 \
                                       const void *build, void *captured, const void *element) __asm__(SYMBOL);      \
  EXPORT SWIFT void rx_init_stream_##N(INDIRECT char **object, const void *type, const void *policy,                 \
                                       const void *build, void *captured, const void *element) {                     \
    found()->streams.init[N](object, type, policy, build, captured, element);                                        \
    if (is_wanted()) note_stream(__builtin_frame_address(0), *object, N);                                            \
  }
INIT(0, INIT_STREAM)
INIT(1, INIT_THROWING_STREAM)

// MARK: - Sending

static void note_yield(const char *storage) {
  is_inside = true;
  if (rx_values_are_watched()) {
    streams_lock();
    stream *it = streams_find(storage);
    for (loop *each = it && !it->is_over ? it->loops : NULL; each; each = each->next_of_stream) rx_loop_next(each->source);
    streams_unlock();
  }
  is_inside = false;
}

static void note_finish(const char *storage, const void *error) {
  is_inside = true;
  streams_lock();
  stream *it = streams_find(storage);
  if (it && !it->is_over) {
    it->is_over = true;
    for (loop *each = it->loops; each; each = each->next_of_stream) rx_stream_finished(each->source, error);
  }
  streams_unlock();
  is_inside = false;
}

#define SEND(N, NAME, SYMBOL, NOTE)                                                                                 \
  EXPORT SWIFT void NAME(INDIRECT void *result, void *first, void *second, void *third, CONTEXT char **continuation) \
    __asm__(SYMBOL);                                                                                                \
  EXPORT SWIFT void NAME(INDIRECT void *result, void *first, void *second, void *third,                             \
                         CONTEXT char **continuation) {                                                             \
    if (is_noted()) NOTE;                                                                                           \
    found()->streams.send[N](result, first, second, third, continuation);                                           \
  }
SEND(0, rx_stream_yield, STREAM_YIELD, note_yield(*continuation))
SEND(1, rx_stream_yield_with, STREAM_YIELD_WITH, note_yield(*continuation))
SEND(2, rx_stream_yield_void, STREAM_YIELD_VOID, note_yield(*continuation))
SEND(3, rx_stream_finish, STREAM_FINISH, note_finish(*continuation, NULL))
SEND(4, rx_throwing_stream_yield, THROWING_STREAM_YIELD, note_yield(*continuation))
SEND(5, rx_throwing_stream_yield_with, THROWING_STREAM_YIELD_WITH, note_yield(*continuation))
SEND(6, rx_throwing_stream_yield_void, THROWING_STREAM_YIELD_VOID, note_yield(*continuation))
SEND(7, rx_throwing_stream_finish, THROWING_STREAM_FINISH, note_finish(*continuation, *(void **)first))

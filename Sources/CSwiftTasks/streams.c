// The functions that stand before those of streams, and the table of streams and of the loops that read them.
#define _GNU_SOURCE
#include "streams.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "places.h"

#define EXPORT __attribute__((visibility("default"), noinline))

static const task_runtime *runtime;

static inline const task_runtime *found(void) {
  if (__builtin_expect(!runtime, 0)) runtime = task_runtime_find();
  return runtime;
}

static inline bool is_noted(void) { return found()->layout && !is_inside; }

static inline bool is_of_runtime(const void *address) {
  return (uintptr_t)address >= runtime->begin && (uintptr_t)address < runtime->end;
}

// MARK: - The table

typedef struct stream {
  struct stream *next;
  char *storage;
  const rx_task_place *place;
  /// 0 until somebody reads it.
  uint64_t number;
  struct loop *loops;
  bool is_over, is_abandoned;
} stream;

/// One task that reads one stream.
typedef struct loop {
  struct loop *next_of_stream, *next_of_task;
  stream *stream;
  char *task;
  void *record, *source;
  bool is_waiting;
} loop;

enum { BUCKETS = 1 << 12 };

// One lock for everything here. Nobody calls code of the program with it. The recorder may fork while it is held, on the same
// thread: a thread may take it again.
#define NOBODY PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
static pthread_mutex_t lock = NOBODY;
static stream *streams[BUCKETS];
static _Atomic(loop *) loops_of_tasks[BUCKETS];
static _Atomic uint32_t waiting;
static _Atomic uint64_t next_look;

static inline uint32_t bucket(const void *address) {
  return (uint32_t)(((uintptr_t)address >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 52);
}

static stream *find(const char *storage) {
  stream *each = streams[bucket(storage)];
  while (each && each->storage != storage) each = each->next;
  return each;
}

static void end_loop(loop *ended, uint32_t how, const void *error) {
  loop **link = &ended->stream->loops;
  while (*link != ended) link = &(*link)->next_of_stream;
  *link = ended->next_of_stream;
  _Atomic(loop *) *head = &loops_of_tasks[bucket(ended->task)];
  loop *first = atomic_load_explicit(head, memory_order_relaxed);
  if (first == ended) {
    atomic_store_explicit(head, ended->next_of_task, memory_order_release);
  } else {
    while (first->next_of_task != ended) first = first->next_of_task;
    first->next_of_task = ended->next_of_task;
  }
  if (ended->is_waiting) atomic_fetch_sub_explicit(&waiting, 1, memory_order_relaxed);
  rx_loop_end(ended->record, ended->source, how, error, ended->stream->is_over);
  free(ended);
}

void streams_task_ended(char *task) {
  _Atomic(loop *) *head = &loops_of_tasks[bucket(task)];
  if (!atomic_load_explicit(head, memory_order_acquire)) return;
  bool was_inside = is_inside;
  is_inside = true;
  pthread_mutex_lock(&lock);
  loop *each = atomic_load_explicit(head, memory_order_relaxed);
  while (each) {
    loop *next = each->next_of_task;
    if (each->task == task) end_loop(each, task_is_cancelled(task) ? RX_LOOP_CANCELLED : RX_LOOP_LEFT, NULL);
    each = next;
  }
  pthread_mutex_unlock(&lock);
  is_inside = was_inside;
}

// MARK: - Whether anybody can finish a stream

static bool is_abandoned(const stream *it) {
  const rx_task_layout *layout = runtime->layout;
  uint32_t held = layout->stream_held;
  for (const loop *each = it->loops; each; each = each->next_of_stream) {
    if (!each->is_waiting) continue;
    // A task that runs may hold the storage, or not yet.
    if (!task_is_suspended(each->task)) return false;
    held += layout->stream_held_waiting;
  }
  if (held == layout->stream_held) return false;
  uint64_t count = atomic_load_explicit((const _Atomic uint64_t *)(it->storage + 8), memory_order_acquire);
  // The highest bit says that the count is elsewhere: somebody has a weak reference.
  return !(count >> 63) && (uint32_t)(count >> 33) <= held;
}

static void look(void) {
  for (uint32_t i = 0; i < BUCKETS; i++) {
    for (stream *each = streams[i]; each; each = each->next) {
      if (!each->loops || each->is_over || each->is_abandoned || !is_abandoned(each)) continue;
      each->is_abandoned = true;
      rx_stream_abandoned(each->number);
    }
  }
}

static uint64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/// At most every 50 ms, and at most a fiftieth of the time.
static const uint64_t pause = 50 * 1000 * 1000, share = 50;

void streams_look(void) {
  if (!atomic_load_explicit(&waiting, memory_order_relaxed)) return;
  if (now(CLOCK_MONOTONIC_COARSE) < atomic_load_explicit(&next_look, memory_order_relaxed)) return;
  if (pthread_mutex_trylock(&lock) != 0) return;
  bool was_inside = is_inside;
  is_inside = true;
  uint64_t began = now(CLOCK_MONOTONIC);
  look();
  uint64_t ended = now(CLOCK_MONOTONIC), rest = (ended - began) * share;
  atomic_store_explicit(&next_look, ended + (rest > pause ? rest : pause), memory_order_relaxed);
  is_inside = was_inside;
  pthread_mutex_unlock(&lock);
}

static void look_at_exit(void) {
  is_inside = true;
  pthread_mutex_lock(&lock);
  look();
  pthread_mutex_unlock(&lock);
}

static void lock_all(void) { pthread_mutex_lock(&lock); }
static void unlock_all(void) { pthread_mutex_unlock(&lock); }
/// In the child the thread that holds it has another number, and no other thread is there.
static void forget_lock(void) { lock = (pthread_mutex_t)NOBODY; }

// The recording ends at exit, too: it has begun before this is called, so that this comes first.
static void prepare(void) {
  atexit(look_at_exit);
  pthread_atfork(lock_all, unlock_all, forget_lock);
}

// MARK: - Waiting

/// Facts about a task while it waits. They lie behind the context of the function that gives the next value.
typedef struct wait {
  resume_function resume;
  void *result;
  loop *loop;
} wait;

/// A context of the function has this size at most, else its stream is not noted. The room for `wait` is behind it.
enum { CONTEXT_SIZE = 96 };

static inline wait *wait_of(void *context) { return (wait *)((char *)context + CONTEXT_SIZE); }

/// An asynchronous function as a program knows it: where it is, seen from here, and how large its context is.
typedef struct async_function {
  int32_t distance;
  uint32_t size;
} async_function;

static async_function produces[2];
static _Atomic(produce_function) originals[2];

static loop *loop_of(stream *it, char *task, const char *context, resume_function resume) {
  for (loop *each = it->loops; each; each = each->next_of_stream)
    if (each->task == task) return each;
  loop *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  if (!it->number) it->number = rx_stream_number();
  made->stream = it;
  made->task = task;
  made->record = rx_loop_begin(task_place_waiting(context, (uintptr_t)resume, runtime), it->place, task_record(task),
                               it->number, &made->source);
  // The values in its buffer are still to be read.
  if (it->is_over) rx_stream_finished(made->source, NULL);
  made->next_of_stream = it->loops;
  it->loops = made;
  _Atomic(loop *) *head = &loops_of_tasks[bucket(task)];
  made->next_of_task = atomic_load_explicit(head, memory_order_relaxed);
  atomic_store_explicit(head, made, memory_order_release);
  static bool is_prepared;
  if (!is_prepared) prepare();
  is_prepared = true;
  return made;
}

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
  pthread_mutex_lock(&lock);
  stream *it = find(storage);
  loop *reader = it && task ? loop_of(it, task, context, *resume) : NULL;
  if (reader) {
    *wait_of(context) = (wait){*resume, result, reader};
    *resume = end;
    reader->is_waiting = true;
    atomic_fetch_add_explicit(&waiting, 1, memory_order_relaxed);
  }
  pthread_mutex_unlock(&lock);
  streams_look();
  is_inside = false;
}

static void end_waiting(const wait *it, const void *error) {
  bool was_inside = is_inside;
  is_inside = true;
  bool has_value = !error && is_there(it->result, it->loop->stream->storage);
  pthread_mutex_lock(&lock);
  loop *reader = it->loop;
  reader->is_waiting = false;
  atomic_fetch_sub_explicit(&waiting, 1, memory_order_relaxed);
  if (has_value) {
    if (rx_values_are_watched()) rx_loop_next(reader->record);
  } else if (error) {
    end_loop(reader, RX_LOOP_FAILED, error);
  } else if (task_is_cancelled(reader->task)) {
    // Cancelling the task has terminated the stream.
    end_loop(reader, RX_LOOP_CANCELLED, NULL);
  } else {
    end_loop(reader, RX_LOOP_FINISHED, NULL);
  }
  pthread_mutex_unlock(&lock);
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

/// Puts a function of this library before the one that gives the stream's values. False where they are not as expected.
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
  pthread_mutex_lock(&lock);
  stream **link = &streams[bucket(storage)];
  while (*link && (*link)->storage != storage) link = &(*link)->next;
  stream *gone = *link;
  if (gone) {
    *link = gone->next;
    while (gone->loops) end_loop(gone->loops, RX_LOOP_FREED, NULL);
    free(gone);
  }
  pthread_mutex_unlock(&lock);
  is_inside = was_inside;
}

#define DESTROY(N)                                                                                       \
  SWIFT static void destroy_##N(CONTEXT char *storage) {                                                 \
    storage_ends(storage);                                                                               \
    atomic_load_explicit(&destroys[N], memory_order_relaxed)(storage);                                   \
  }
DESTROY(0)
DESTROY(1)

/// Puts a function of this library before the one that frees storages of this type. False where it is not as expected.
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
  pthread_mutex_lock(&lock);
  stream **head = &streams[bucket(storage)];
  if (stand_before_destroy(storage, which) && stand_before_produce(holder, which)) {
    made->next = *head;
    *head = made;
    made = NULL;
  }
  pthread_mutex_unlock(&lock);
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
    if (is_noted()) note_stream(__builtin_frame_address(0), *object, N);                                             \
  }
MAKE(0, MAKE_STREAM)
MAKE(1, MAKE_THROWING_STREAM)

#define INIT(N, SYMBOL)                                                                                              \
  EXPORT SWIFT void rx_init_stream_##N(INDIRECT char **object, const void *type, const void *policy,                 \
                                       const void *build, void *captured, const void *element) __asm__(SYMBOL);      \
  EXPORT SWIFT void rx_init_stream_##N(INDIRECT char **object, const void *type, const void *policy,                 \
                                       const void *build, void *captured, const void *element) {                     \
    found()->streams.init[N](object, type, policy, build, captured, element);                                        \
    if (is_noted()) note_stream(__builtin_frame_address(0), *object, N);                                             \
  }
INIT(0, INIT_STREAM)
INIT(1, INIT_THROWING_STREAM)

// MARK: - Sending

static void note_yield(const char *storage) {
  is_inside = true;
  if (rx_values_are_watched()) {
    pthread_mutex_lock(&lock);
    stream *it = find(storage);
    for (loop *each = it && !it->is_over ? it->loops : NULL; each; each = each->next_of_stream) rx_loop_next(each->source);
    pthread_mutex_unlock(&lock);
  }
  is_inside = false;
}

static void note_finish(const char *storage, const void *error) {
  is_inside = true;
  pthread_mutex_lock(&lock);
  stream *it = find(storage);
  if (it && !it->is_over) {
    it->is_over = true;
    for (loop *each = it->loops; each; each = each->next_of_stream) rx_stream_finished(each->source, error);
  }
  pthread_mutex_unlock(&lock);
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

// The table of streams and of the loops that read them, and the look whether anybody can still finish a
// stream.
#define _GNU_SOURCE
#include "stream_table.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "places.h"

enum { BUCKETS = 1 << 12 };

// The recorder may fork while the lock is held, on the same thread: a thread may take it again.
#define NOBODY PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
static pthread_mutex_t lock = NOBODY;
static stream *streams[BUCKETS];
static _Atomic(loop *) loops_of_tasks[BUCKETS];
static _Atomic uint32_t waiting;
static _Atomic uint64_t next_look;

static inline uint32_t bucket(const void *address) {
  return (uint32_t)(((uintptr_t)address >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 52);
}

void streams_lock(void) { pthread_mutex_lock(&lock); }
void streams_unlock(void) { pthread_mutex_unlock(&lock); }

stream *streams_find(const char *storage) {
  stream *each = streams[bucket(storage)];
  while (each && each->storage != storage) each = each->next;
  return each;
}

void streams_add(stream *made) {
  stream **head = &streams[bucket(made->storage)];
  made->next = *head;
  *head = made;
}

stream *streams_take(const char *storage) {
  stream **link = &streams[bucket(storage)];
  while (*link && (*link)->storage != storage) link = &(*link)->next;
  stream *gone = *link;
  if (gone) *link = gone->next;
  return gone;
}

void streams_set_waiting(loop *reader, bool is_waiting) {
  reader->is_waiting = is_waiting;
  if (is_waiting)
    atomic_fetch_add_explicit(&waiting, 1, memory_order_relaxed);
  else
    atomic_fetch_sub_explicit(&waiting, 1, memory_order_relaxed);
}

void streams_end_loop(loop *ended, uint32_t how, const void *error) {
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
    if (each->task == task) streams_end_loop(each, task_is_cancelled(task) ? RX_LOOP_CANCELLED : RX_LOOP_LEFT, NULL);
    each = next;
  }
  pthread_mutex_unlock(&lock);
  is_inside = was_inside;
}

// MARK: - Whether anybody can finish a stream

static bool is_abandoned(const stream *it) {
  const rx_task_layout *layout = task_runtime_find()->layout;
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

void rx_streams_look_now(void) {
  bool was_inside = is_inside;
  is_inside = true;
  pthread_mutex_lock(&lock);
  look();
  pthread_mutex_unlock(&lock);
  is_inside = was_inside;
}

static void look_at_exit(void) {
  is_inside = true;
  rx_streams_look_now();
}

/// In the child the thread that holds it has another number, and no other thread is there.
static void forget_lock(void) { lock = (pthread_mutex_t)NOBODY; }

// The recording ends at exit, too: it has begun before this is called, so that this comes first.
static void prepare(void) {
  atexit(look_at_exit);
  pthread_atfork(streams_lock, streams_unlock, forget_lock);
}

// MARK: - Loops

loop *streams_loop(stream *it, char *task, const char *context, resume_function resume) {
  for (loop *each = it->loops; each; each = each->next_of_stream)
    if (each->task == task) return each;
  loop *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  if (!it->number) it->number = rx_stream_number();
  made->stream = it;
  made->task = task;
  made->record = rx_loop_begin(task_place_waiting(context, (uintptr_t)resume, task_runtime_find()), it->place, task_record(task),
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

#define _GNU_SOURCE
#include "places.h"
#include "streams.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// MARK: - The stack

static _Thread_local uintptr_t stack_end __attribute__((tls_model("initial-exec")));

/// The end of this thread's stack, towards which frames lie; 1 where it is not known.
static __attribute__((noinline)) uintptr_t find_stack_end(void) {
  pthread_attr_t attributes;
  void *lowest = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    if (pthread_attr_getstack(&attributes, &lowest, &size) != 0) size = 0;
    pthread_attr_destroy(&attributes);
  }
  return stack_end = size ? (uintptr_t)lowest + size : 1;
}

/// On some systems a saved frame pointer has this bit where the frame is that of an asynchronous function:
/// the executor called that, and made nothing.
static const uintptr_t is_asynchronous = (uintptr_t)1 << 60;

static uint32_t walk(const uintptr_t *frame, uintptr_t *calls, const task_runtime *runtime) {
  uintptr_t end = stack_end;
  if (__builtin_expect(end == 0, 0)) end = find_stack_end();
  uint32_t count = 0;
  while (count < RX_TASK_CALLS) {
    uintptr_t below = frame[0], call = frame[1] - 1;
    // The runtime's executor called what it runs, and made nothing.
    if (call >= runtime->begin && call < runtime->end) break;
    calls[count++] = call;
    const uintptr_t *next = (const uintptr_t *)(below & ~is_asynchronous);
    // Code that keeps something else in the frame pointer ends the walk.
    if (next <= frame || (uintptr_t)next & 7 || (uintptr_t)(next + 2) > end) break;
    frame = next;
    if (frame[0] & is_asynchronous) break;
  }
  return count;
}

// MARK: - The table

enum { PLACES = 1 << 13, MOST = 4000, REACH = 32 };
static _Atomic(rx_task_place *) table[PLACES];
static _Atomic uint32_t places;

static bool is_same(const rx_task_place *place, const uintptr_t *calls, uint32_t count, uint32_t kind) {
  if (place->count != count || place->kind != kind) return false;
  for (uint32_t i = 0; i < count; i++)
    if (place->calls[i] != calls[i]) return false;
  return true;
}

static __attribute__((noinline)) rx_task_place *describe(const uintptr_t *calls, uint32_t count, uint32_t kind) {
  rx_task_place *place = calloc(1, sizeof *place);
  if (!place) abort();
  memcpy(place->calls, calls, count * sizeof *calls);
  place->count = count;
  place->kind = kind;
  rx_task_describe(place);
  return place;
}

/// A place without calls, one for each kind. It stands for all places that find no room in the table.
static const rx_task_place *nowhere(uint32_t kind) {
  static _Atomic(rx_task_place *) known[RX_TASK_KINDS];
  rx_task_place *place = atomic_load_explicit(&known[kind], memory_order_acquire);
  if (place) return place;
  rx_task_place *made = describe(NULL, 0, kind);
  if (atomic_compare_exchange_strong(&known[kind], &place, made)) return made;
  free(made);
  return place;
}

static const rx_task_place *known_place(const uintptr_t *calls, uint32_t count, uint32_t kind) {
  uint64_t hash = kind;
  for (uint32_t i = 0; i < count; i++) hash = (hash ^ calls[i]) * UINT64_C(0x9e3779b97f4a7c15);
  uint32_t at = (uint32_t)(hash >> 40);
  for (uint32_t step = 0; step < REACH; step++) {
    _Atomic(rx_task_place *) *entry = &table[(at + step) % PLACES];
    rx_task_place *place = atomic_load_explicit(entry, memory_order_acquire);
    if (!place) {
      if (atomic_load_explicit(&places, memory_order_relaxed) >= MOST) return nowhere(kind);
      rx_task_place *made = describe(calls, count, kind);
      if (atomic_compare_exchange_strong(entry, &place, made)) {
        atomic_fetch_add_explicit(&places, 1, memory_order_relaxed);
        return made;
      }
      free(made);
    }
    if (is_same(place, calls, count, kind)) return place;
  }
  return nowhere(kind);
}

const rx_task_place *task_place(const uintptr_t *frame, uint32_t kind, const task_runtime *runtime) {
  uintptr_t calls[RX_TASK_CALLS];
  return known_place(calls, walk(frame, calls, runtime), kind);
}

/// The most functions of the runtime and of this library that are passed over on the way from a stream to the
/// program.
enum { WAITING_FUNCTIONS = 16 };

const rx_task_place *task_place_waiting(const char *context, uintptr_t resume, const task_runtime *runtime) {
  uintptr_t calls[RX_TASK_CALLS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < WAITING_FUNCTIONS && count < RX_TASK_CALLS; i++) {
    // The first functions are of the runtime. Behind the program's own come those that end the task.
    if ((resume >= runtime->begin && resume < runtime->end) || task_stands_before(resume) || stream_stands_before(resume)) {
      if (count > 0) break;
    } else {
      calls[count++] = resume;
    }
    context = *(const char *const *)context;
    if (!context) break;
    resume = *(const uintptr_t *)(context + runtime->layout->resume_parent);
  }
  return known_place(calls, count, RX_LOOP);
}

// MARK: - Modules

struct question {
  uintptr_t address;
  uint64_t *offset;
  char *name;
  size_t room;
};

static int look(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  struct question *question = argument;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (question->address < begin || question->address - begin >= info->dlpi_phdr[i].p_memsz) continue;
    // The program itself has no name there.
    const char *name = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : program_invocation_short_name;
    if (strlen(name) >= question->room) return -1;
    strcpy(question->name, name);
    *question->offset = question->address - info->dlpi_addr;
    return 1;
  }
  return 0;
}

bool rx_task_find_module(uintptr_t address, uint64_t *offset, char *name, size_t room) {
  struct question question = {address, offset, name, room};
  return dl_iterate_phdr(look, &question) == 1;
}

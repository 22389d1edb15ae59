#define _GNU_SOURCE
#include "live.h"
#include "thread.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define INITIAL_EXEC __attribute__((tls_model("initial-exec")))

static _Thread_local rx_thread *current INITIAL_EXEC;
static _Atomic uint32_t threads;
static pthread_key_t ending;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic(rx_thread_end_handler) end_handler;

// A mark says at which place of a table its thread stands, and how often the place was taken before:
// thirty-two bits, the lowest of them 0. The table lies in pages that a forked child finds filled with zeros,
// however it was forked. So the threads that the child does not have are gone from the table. Its only thread
// enters itself again when it next asks for its mark. The first places are nobody's: words that hold marks
// use the smallest numbers for something else.
enum { PLACE_BITS = 17, PLACES = (1 << PLACE_BITS) - 2, BEYOND = PLACES + 1, FIRST = 4 };
static _Atomic uint32_t *marks;
/// For each place: whether a thread has it (the lowest bit), and how often it was taken.
static _Atomic uint16_t uses[PLACES];

static uint32_t no_mark;
_Thread_local uint32_t *rx_own_mark INITIAL_EXEC = &no_mark;

static uint32_t place_of(uint32_t mark) { return (mark >> 1) & ((1 << PLACE_BITS) - 1); }
static uint32_t make_mark(uint32_t place, uint32_t use) { return use << (PLACE_BITS + 1) | place << 1; }

static uint32_t take_mark(void) {
  for (uint32_t place = FIRST; place <= PLACES; place++) {
    uint16_t known = atomic_load_explicit(&uses[place - 1], memory_order_relaxed);
    uint16_t taken = (uint16_t)(known + 2) | 1;
    if ((known & 1) == 0 && atomic_compare_exchange_strong(&uses[place - 1], &known, taken))
      return make_mark(place, taken >> 1);
  }
  // More threads than places: nobody can tell by its mark whether such a thread is gone.
  return make_mark(BEYOND, threads & 0x1fff);
}

static void keep_mark(rx_thread *thread) {
  bool has_place = place_of(thread->mark) != BEYOND;
  rx_own_mark = has_place ? (uint32_t *)&marks[place_of(thread->mark)] : &thread->mark;
  __atomic_store_n(rx_own_mark, thread->mark, __ATOMIC_RELAXED);
}

static void give_mark(rx_thread *thread) {
  rx_own_mark = &no_mark;
  uint32_t place = place_of(thread->mark);
  if (place == BEYOND) return;
  atomic_store_explicit(&marks[place], 0, memory_order_release);
  atomic_fetch_and(&uses[place - 1], (uint16_t)~1);
}

bool rx_thread_mark_is_unique(uint32_t mark) { return place_of(mark) != BEYOND; }

bool rx_thread_lives(uint32_t mark) {
  if (mark == rx_mark_of_nobody) return false;
  uint32_t place = place_of(mark);
  return place == BEYOND || atomic_load_explicit(&marks[place], memory_order_acquire) == mark;
}

// The process that said it is settled. Its children inherit the number.
static _Atomic(int32_t) settled;

// Place 0 is no thread's.
void rx_process_settle(void) {
  rx_thread_current();
  atomic_store_explicit(&settled, (int32_t)getpid(), memory_order_relaxed);
  atomic_store_explicit(&marks[0], 1, memory_order_relaxed);
}

bool rx_process_is_settled(void) { return marks && atomic_load_explicit(&marks[0], memory_order_relaxed); }

int32_t rx_process_settled(void) {
  return rx_process_is_settled() ? atomic_load_explicit(&settled, memory_order_relaxed) : 0;
}

static __attribute__((noinline)) uint32_t find_mark(void) {
  // The mark was made just now, or the thread is new in a forked child and has not entered itself there yet.
  rx_thread *thread = rx_thread_current();
  rx_live_own();
  keep_mark(thread);
  return thread->mark;
}

uint32_t rx_thread_mark(void) {
  uint32_t mark = rx_known_thread_mark();
  return __builtin_expect(mark != 0, 1) ? mark : find_mark();
}

// A thread's record lies at the place of its mark, in memory that is never given back. It is found without
// malloc: the first event of a thread may come from a signal handler that has interrupted malloc. And the
// record of a thread that has just ended can still be read.
//
// The first half of a block has the records. In the second half lie the slots of each thread, which a forked
// child finds filled with zeros.
enum { RECORD_SIZE = 128, RECORDS_OF_A_BLOCK = RX_THREAD_SLOTS / RECORD_SIZE };
enum { BLOCKS = (PLACES + RECORDS_OF_A_BLOCK) / RECORDS_OF_A_BLOCK };
static _Atomic(char *) blocks[BLOCKS];
_Static_assert(sizeof(rx_thread) <= RECORD_SIZE, "two threads would share a cache line");
_Static_assert(sizeof(rx_thread_slots) <= RECORD_SIZE, "two threads would share slots");

static rx_thread_slots *slots_of(rx_thread *thread) { return (rx_thread_slots *)((char *)thread + RX_THREAD_SLOTS); }

static rx_thread *record_at(uint32_t place) {
  _Atomic(char *) *block = &blocks[place / RECORDS_OF_A_BLOCK];
  char *known = atomic_load(block);
  if (!known) {
    size_t size = 2 * RX_THREAD_SLOTS;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    madvise(memory + RX_THREAD_SLOTS, RX_THREAD_SLOTS, MADV_WIPEONFORK);
    if (atomic_compare_exchange_strong(block, &known, memory)) known = memory;
    else munmap(memory, size);
  }
  return (rx_thread *)(known + place % RECORDS_OF_A_BLOCK * RECORD_SIZE);
}

static void thread_ended(void *record) {
  rx_thread *thread = record;
  rx_thread_end_handler handler = atomic_load(&end_handler);
  if (handler) handler(thread);
  current = NULL;
  // Its record is another thread's as soon as its mark is.
  bool has_place = rx_thread_mark_is_unique(thread->mark);
  give_mark(thread);
  if (!has_place) free(thread);
}

static void forked_child(void) {
  if (!marks) return;
  // Where the kernel has not wiped the table, this does.
  if (rx_process_is_settled()) atomic_store_explicit(&marks[0], 0, memory_order_relaxed);
  for (uint32_t place = FIRST; place <= PLACES && atomic_load_explicit(&uses[place - 1], memory_order_relaxed); place++)
    if (atomic_load_explicit(&marks[place], memory_order_relaxed))
      atomic_store_explicit(&marks[place], 0, memory_order_relaxed);
  if (!current) return;
  // Where the kernel has not wiped them.
  memset(slots_of(current), 0, sizeof(rx_thread_slots));
  // Else the thread's next question for its mark gives the child a table of its own.
  if (rx_live_is_own()) keep_mark(current);
}

// Not in a program that is linked without shared libraries.
extern void *dlopen(const char *, int) __attribute__((weak));
extern int dladdr(const void *, Dl_info *) __attribute__((weak));

/// Keeps the library that this code is part of in memory for good: threads that have used it will call it as
/// they end.
static void stay_in_memory(void) {
  Dl_info own;
  if (!dlopen || !dladdr || !dladdr((const void *)&thread_ended, &own) || !own.dli_fname) return;
  dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

static void prepare(void) {
  stay_in_memory();
  size_t size = (PLACES + 1) * sizeof *marks;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  // A program that never makes a signal goes on without it.
  if (memory != MAP_FAILED) {
    madvise(memory, size, MADV_WIPEONFORK);
    marks = memory;
    // Its first block, while nobody waits for a subscription.
    record_at(FIRST);
  }
  pthread_key_create(&ending, thread_ended);
  pthread_atfork(NULL, NULL, forked_child);
}

/// As the library is loaded: a child that is forked while another thread is in there, behind the C library's
/// back, would wait for that thread for ever.
__attribute__((constructor)) static void prepare_early(void) { pthread_once(&once, prepare); }

/// So deep may a thread go before anybody asks how large its stack is.
enum { UNWATCHED_STACK = 128 << 10, SPARE_STACK = 64 << 10 };

bool rx_stack_is_short(rx_thread *thread) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (!thread->stack_highest) {
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      if (pthread_attr_getstack(&attributes, &lowest, &size) != 0) size = 0;
      pthread_attr_destroy(&attributes);
    }
    thread->stack_lowest = (uintptr_t)lowest;
    thread->stack_highest = size ? (uintptr_t)lowest + size : 1;
    uintptr_t spare = size / 16 < SPARE_STACK ? size / 16 : SPARE_STACK;
    thread->stack_watch = (uintptr_t)lowest + spare;
  }
  return here >= thread->stack_lowest && here < thread->stack_highest && here < thread->stack_watch;
}

static __attribute__((noinline)) rx_thread *make_record(void) {
  pthread_once(&once, prepare);
  if (!marks) abort();
  uint32_t mark = take_mark();
  // More threads than places: no signal handler should be the first of such a one.
  bool has_place = rx_thread_mark_is_unique(mark);
  rx_thread *thread = has_place ? record_at(place_of(mark)) : malloc(RX_THREAD_SLOTS + sizeof(rx_thread_slots));
  if (!thread) abort();
  memset(thread, 0, sizeof *thread);
  memset(slots_of(thread), 0, sizeof(rx_thread_slots));
  rx_live_own();
  thread->number = atomic_fetch_add(&threads, 1) + 1;
  thread->mark = mark;
  thread->stack_watch = (uintptr_t)__builtin_frame_address(0) - UNWATCHED_STACK;
  keep_mark(thread);
  current = thread;
  pthread_setspecific(ending, thread);
  return thread;
}

rx_thread *rx_thread_current(void) {
  rx_thread *thread = current;
  return __builtin_expect(thread != NULL, 1) ? thread : make_record();
}

void rx_thread_set_end_handler(rx_thread_end_handler handler) { atomic_store(&end_handler, handler); }

int rx_forbid_cancellation(void) {
  int before = PTHREAD_CANCEL_ENABLE;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  return before;
}

void rx_allow_cancellation(int before) { pthread_setcancelstate(before, NULL); }

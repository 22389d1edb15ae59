#include "thread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Thread_local rx_thread *current __attribute__((tls_model("initial-exec")));
static _Atomic uint32_t threads;
static pthread_key_t ending;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic(rx_thread_end_handler) end_handler;

static void thread_ended(void *record) {
  rx_thread *thread = record;
  rx_thread_end_handler handler = atomic_load(&end_handler);
  if (handler) handler(thread);
  current = NULL;
  free(thread);
}

static void make_key(void) { pthread_key_create(&ending, thread_ended); }

static __attribute__((noinline)) rx_thread *make_record(void) {
  pthread_once(&once, make_key);
  rx_thread *thread = calloc(1, sizeof *thread);
  if (!thread) abort();
  thread->number = atomic_fetch_add(&threads, 1) + 1;
  current = thread;
  pthread_setspecific(ending, thread);
  return thread;
}

rx_thread *rx_thread_current(void) {
  rx_thread *thread = current;
  return __builtin_expect(thread != NULL, 1) ? thread : make_record();
}

void rx_thread_set_end_handler(rx_thread_end_handler handler) { atomic_store(&end_handler, handler); }

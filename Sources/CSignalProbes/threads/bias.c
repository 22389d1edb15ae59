#define _GNU_SOURCE
#include "bias.h"
#include "thread.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Numbers of <linux/membarrier.h>, which is newer than some systems' headers.
enum { PRIVATE_EXPEDITED = 1 << 3, REGISTER_PRIVATE_EXPEDITED = 1 << 4 };

enum { TURNS = 256 };

// Words are given as long as no more than a thousand a second are taken away, a hundred at once.
enum { NANOSECONDS_EACH = 1000000, AT_ONCE = 100 };

static _Atomic bool is_registered;
static _Atomic bool is_hasty;
/// When all words that were taken away are paid for, on the clock below.
static _Atomic uint64_t paid;

static bool membarrier(int command) {
#if defined(SYS_membarrier)
  int before = errno;
  bool succeeded = syscall(SYS_membarrier, command, 0, 0) == 0;
  errno = before;
  return succeeded;
#else
  (void)command;
  return false;
#endif
}

/// For tests of a debug build: `RX_BIAS=never` is a kernel without the barrier, `RX_BIAS=hasty` see
/// `rx_bias_set_hasty`.
static bool is_asked_for(const char *mode) {
#ifdef DEBUG
  const char *asked = secure_getenv("RX_BIAS");
  return asked && strcmp(asked, mode) == 0;
#else
  (void)mode;
  return false;
#endif
}

// As the program is loaded, while it has one thread: later it would take milliseconds. A forked child
// inherits it.
static __attribute__((constructor)) void enroll(void) {
  atomic_store(&is_hasty, is_asked_for("hasty"));
  if (is_asked_for("never")) return;
  atomic_store(&is_registered, membarrier(REGISTER_PRIVATE_EXPEDITED) && membarrier(PRIVATE_EXPEDITED));
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint32_t rx_bias_turns(void) { return atomic_load_explicit(&is_hasty, memory_order_relaxed) ? 1 : TURNS; }

bool rx_bias_set_hasty(bool hasty) { return atomic_exchange(&is_hasty, hasty); }

enum rx_bias_permission rx_bias_may_be_given(uint32_t mark) {
  if (!atomic_load_explicit(&is_registered, memory_order_relaxed)) return RX_BIAS_NEVER;
  if (!rx_thread_mark_is_unique(mark)) return RX_BIAS_LATER;
  if (atomic_load_explicit(&is_hasty, memory_order_relaxed)) return RX_BIAS_YES;
  uint64_t due = atomic_load_explicit(&paid, memory_order_relaxed);
  // While none was taken away the clock need not be read.
  return due == 0 || due <= now() + (uint64_t)AT_ONCE * NANOSECONDS_EACH ? RX_BIAS_YES : RX_BIAS_LATER;
}

static void count_one_taken(void) {
  if (atomic_load_explicit(&is_hasty, memory_order_relaxed)) return;
  uint64_t due = atomic_load_explicit(&paid, memory_order_relaxed);
  uint64_t moment = now();
  uint64_t next;
  do next = (due > moment ? due : moment) + NANOSECONDS_EACH;
  while (!atomic_compare_exchange_weak_explicit(&paid, &due, next, memory_order_relaxed, memory_order_relaxed));
}

void rx_bias_barrier(void) {
  count_one_taken();
  atomic_thread_fence(memory_order_seq_cst);
  if (membarrier(PRIVATE_EXPEDITED)) return;
  if (membarrier(REGISTER_PRIVATE_EXPEDITED) && membarrier(PRIVATE_EXPEDITED)) return;
  // A filter has forbidden the call since. No word is given any more. The words that were given are taken
  // away after a pause that is longer than any store waits in a processor. It is not the C library's sleep:
  // that may end a thread that was cancelled.
  atomic_store(&is_registered, false);
  int before = errno;
  struct timespec pause = {.tv_nsec = 2000000};
  while (syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &pause, &pause) != 0 && errno == EINTR) {}
  errno = before;
  atomic_thread_fence(memory_order_seq_cst);
}

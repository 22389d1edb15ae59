#define _GNU_SOURCE
#include "lock.h"
#include "thread.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/// A system call, not a function of the C library: such a function may end a thread that was cancelled.
static void futex(uint32_t *word, int operation, uint32_t value, uint64_t nanoseconds) {
  int before = errno;
  struct timespec longest = {.tv_nsec = (long)nanoseconds};
  syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, &longest, NULL, 0);
  errno = before;
}

static uint64_t now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static bool replace(uint32_t *word, uint32_t known, uint32_t desired) {
  return __atomic_compare_exchange_n(word, &known, desired, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

// A thread that waits looks now and then whether the owner lives.
enum { LOOK_AGAIN = 100000000 };

int rx_lock_wait(uint32_t *word, uint32_t mark, uint64_t deadline) {
  for (int turn = 0; turn < 64; turn++) {
    uint32_t known = __atomic_load_n(word, __ATOMIC_RELAXED);
    if (known == 0 && replace(word, 0, mark)) return RX_LOCK_TAKEN;
    if ((known & ~1u) == mark) return RX_LOCK_IS_MINE;
    rx_pause();
  }
  while (true) {
    uint32_t known = __atomic_load_n(word, __ATOMIC_RELAXED);
    // Odd, since others may wait as well: one wakes the next.
    if (known == 0) {
      if (replace(word, 0, mark | 1)) return RX_LOCK_TAKEN;
    } else if (!rx_thread_lives(known & ~1u)) {
      if (replace(word, known, mark | 1)) return RX_LOCK_WAS_LOST;
    } else if ((known & 1) || replace(word, known, known | 1)) {
      uint64_t left = LOOK_AGAIN, time = deadline == 0 ? 0 : now();
      if (deadline != 0 && time >= deadline) return RX_LOCK_NOT_IN_TIME;
      if (deadline != 0 && deadline - time < left) left = deadline - time;
      futex(word, FUTEX_WAIT, known | 1, left);
    }
  }
}

void rx_lock_wake(uint32_t *word) { futex(word, FUTEX_WAKE, 1, 0); }

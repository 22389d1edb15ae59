// Threads that the C library does not know of, and the functions that they may call. A signal handler may
// call them too, whichever instruction raised the signal. Each file that includes this has its own copy.
#ifndef CRECORDER_ALONE_H
#define CRECORDER_ALONE_H

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

// The thread is not the C library's: a program whose own threads have all ended must end, and the library
// would count this one. So it has no thread-local memory of its own and calls nothing of the library: not
// even `errno` exists here.
#define ALONE __attribute__((no_stack_protector, disable_sanitizer_instrumentation, noinline))
// Where a loop copies bytes: no compiler makes a call of the library of it.
#define ALONE_COPYING __attribute__((no_builtin))

#if defined(__x86_64__)

ALONE static inline int64_t system_call(
  long number, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f) {
  register int64_t r10 __asm__("r10") = d;
  register int64_t r8 __asm__("r8") = e;
  register int64_t r9 __asm__("r9") = f;
  int64_t result = number;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

ALONE static inline int64_t clone_thread(
  uint64_t flags, void **stack, uint32_t *thread, void (*body)(void *), void *context) {
  *--stack = context;
  *--stack = (void *)body;
  register uint32_t *r10 __asm__("r10") = thread;
  register int64_t r8 __asm__("r8") = 0;
  int64_t result = SYS_clone;
  __asm__ volatile("syscall\n\t"
                   "testq %%rax, %%rax\n\t"
                   "jnz 1f\n\t"
                   "xorl %%ebp, %%ebp\n\t"
                   "popq %%rax\n\t"
                   "popq %%rdi\n\t"
                   "callq *%%rax\n\t"
                   "ud2\n"
                   "1:"
                   : "+a"(result)
                   : "D"(flags), "S"(stack), "d"(thread), "r"(r10), "r"(r8)
                   : "rcx", "r11", "memory");
  return result;
}

#elif defined(__aarch64__)

ALONE static inline int64_t system_call(
  long number, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f) {
  register int64_t x8 __asm__("x8") = number;
  register int64_t x0 __asm__("x0") = a;
  register int64_t x1 __asm__("x1") = b;
  register int64_t x2 __asm__("x2") = c;
  register int64_t x3 __asm__("x3") = d;
  register int64_t x4 __asm__("x4") = e;
  register int64_t x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}

ALONE static inline int64_t clone_thread(
  uint64_t flags, void **stack, uint32_t *thread, void (*body)(void *), void *context) {
  *--stack = context;
  *--stack = (void *)body;
  register int64_t x8 __asm__("x8") = SYS_clone;
  register int64_t x0 __asm__("x0") = (int64_t)flags;
  register void **x1 __asm__("x1") = stack;
  register uint32_t *x2 __asm__("x2") = thread;
  register int64_t x3 __asm__("x3") = 0;
  register uint32_t *x4 __asm__("x4") = thread;
  __asm__ volatile("svc 0\n\t"
                   "cbnz x0, 1f\n\t"
                   "mov x29, xzr\n\t"
                   "ldp x1, x0, [sp], #16\n\t"
                   "blr x1\n\t"
                   "brk 0\n"
                   "1:"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4)
                   : "memory");
  return x0;
}

#else

static inline int64_t system_call(long number, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f) {
  (void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
  return -ENOSYS;
}

static inline int64_t clone_thread(
  uint64_t flags, void **stack, uint32_t *thread, void (*body)(void *), void *context) {
  (void)flags, (void)stack, (void)thread, (void)body, (void)context;
  return -ENOSYS;
}

#endif

/// Starts a thread that holds a copy of the program's table of descriptors, and blocks every signal. `thread`
/// is its number, and 0 once it is gone. Returns the number, or a negative error number.
ALONE static inline int64_t start_thread(
  void *stack_end, uint32_t *thread, void (*body)(void *), void *context) {
  // Every signal, those of the C library too: a signal that the kernel sends for what this thread does stays
  // here.
  uint64_t all = UINT64_MAX, before = 0;
  system_call(SYS_rt_sigprocmask, 0 /* SIG_BLOCK */, (int64_t)&all, (int64_t)&before, 8, 0, 0);
  int64_t result = clone_thread(
    CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID,
    stack_end, thread, body, context);
  system_call(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, (int64_t)&before, 0, 8, 0, 0);
  return result;
}

/// Closes every descriptor from `first` on.
ALONE static inline void close_from(int64_t first) {
  if (system_call(436 /* close_range */, first, UINT32_MAX, 0, 0, 0, 0) == 0) return;
  struct rlimit limit = {.rlim_cur = 1 << 16};
  system_call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, (int64_t)&limit, 0, 0);
  for (int64_t number = first; number < (int64_t)limit.rlim_cur && number < 1 << 20; number++)
    system_call(SYS_close, number, 0, 0, 0, 0, 0);
}

/// Waits until a thread that has ended is none of the process's threads any more. That is a moment later, and
/// as long as the program has two threads it gets no user namespace of its own.
static inline void wait_until_gone(int32_t thread) {
  int32_t process = (int32_t)system_call(SYS_getpid, 0, 0, 0, 0, 0, 0);
  struct timespec pause;
  pause.tv_sec = 0;
  pause.tv_nsec = 50000;
  for (int turn = 0; turn < 20000 && system_call(SYS_tgkill, process, thread, 0, 0, 0, 0) == 0; turn++)
    system_call(SYS_nanosleep, (int64_t)&pause, 0, 0, 0, 0, 0);
}

static inline struct timespec moment(uint64_t deadline) {
  return (struct timespec){(time_t)(deadline / 1000000000u), (long)(deadline % 1000000000u)};
}

static inline uint64_t now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// <linux/futex.h>: private to the process; the last waits until a moment of CLOCK_MONOTONIC.
enum { SLEEP = 0 | 128, WAKE = 1 | 128, SLEEP_UNTIL = 9 | 128 };

ALONE static inline void wake(uint32_t *word) {
  system_call(SYS_futex, (int64_t)word, WAKE, INT_MAX, 0, 0, 0);
}

ALONE static inline void sleep_on(uint32_t *word, uint32_t seen, const struct timespec *until) {
  if (until) system_call(SYS_futex, (int64_t)word, SLEEP_UNTIL, seen, (int64_t)until, 0, UINT32_MAX);
  else system_call(SYS_futex, (int64_t)word, SLEEP, seen, 0, 0, 0);
}

// The same for a word that lies in memory of several processes.
ALONE static inline void wake_anywhere(uint32_t *word) {
  system_call(SYS_futex, (int64_t)word, WAKE & ~128, INT_MAX, 0, 0, 0);
}

ALONE static inline void sleep_anywhere(uint32_t *word, uint32_t seen, const struct timespec *until) {
  if (until) system_call(SYS_futex, (int64_t)word, SLEEP_UNTIL & ~128, seen, (int64_t)until, 0, UINT32_MAX);
  else system_call(SYS_futex, (int64_t)word, SLEEP & ~128, seen, 0, 0, 0);
}

/// Waits for the end of a thread: `word` still held its number, `thread`. The kernel wakes waiters in another
/// process too.
static inline void wait_for_end(uint32_t *word, uint32_t thread, const struct timespec *until) {
  system_call(SYS_futex, (int64_t)word, 9, thread, (int64_t)until, 0, UINT32_MAX);
}

#endif

#define _GNU_SOURCE
#include "guard.h"
#include "recorder.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

// The mapping, and what to say. Written before `guarded`, which puts them in force.
static uintptr_t start, head, part, page;
static uint8_t *broken;
static const char *line;
static _Atomic uintptr_t guarded;
static _Atomic bool tripped;

// Two places, so that a handler never reads one that is being written.
static struct sigaction previous[2];
static _Atomic unsigned current;
static _Atomic bool installed;

/// Which delivery of the signal this thread has passed on last, and from which frame of the stack.
static _Thread_local const void *passed_context __attribute__((tls_model("initial-exec")));
static _Thread_local uintptr_t passed_frame __attribute__((tls_model("initial-exec")));

static void die(int number) {
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(number, &plain, NULL);
}

/// Does what would have been done without us. The instruction is then tried again, or the handler has left.
static void pass_on(int number, siginfo_t *info, void *context) {
  const struct sigaction *action = &previous[atomic_load(&current)];
  bool is_plain = !(action->sa_flags & SA_SIGINFO);
  // A handler that stands behind us and passes on to us: the same delivery comes back, deeper in the stack.
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  bool came_back = context == passed_context && frame < passed_frame;
  if (came_back || (is_plain && (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN))) {
    // Sent by somebody: ignoring stays ignoring.
    if (!came_back && info->si_code <= 0 && action->sa_handler == SIG_IGN) return;
    die(number);
    if (info->si_code <= 0) raise(number);
    return;
  }
  passed_context = context;
  passed_frame = frame;
  if (is_plain) action->sa_handler(number);
  else action->sa_sigaction(number, info, context);
}

static void on_bus(int number, siginfo_t *info, void *context) {
  uintptr_t offset = (uintptr_t)info->si_addr - start;
  if (info->si_code <= 0 || offset >= atomic_load(&guarded)) return pass_on(number, info, context);
  int error = errno;
  void *place = (void *)(((uintptr_t)info->si_addr) & ~(page - 1));
  if (mmap(place, page, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != place)
    return pass_on(number, info, context);
  if (offset >= head) __atomic_store_n(&broken[(offset - head) / part], 1, __ATOMIC_RELEASE);
  rx_guard_trip();
  errno = error;
}

void rx_guard_trip(void) {
  if (!atomic_exchange(&tripped, true)) rx_say(line);
}

void rx_guard_begin(
  void *mapping, size_t size, size_t head_size, size_t part_size, uint8_t *marks, const char *message) {
  atomic_store(&guarded, 0);
  page = (uintptr_t)sysconf(_SC_PAGESIZE);
  start = (uintptr_t)mapping;
  head = head_size;
  part = part_size;
  broken = marks;
  line = message;
  atomic_store(&tripped, false);
  atomic_store(&guarded, size);
  rx_guard_check();
}

static void let_through(void) {
  sigset_t waiting, blocked, bus;
  sigemptyset(&bus);
  sigaddset(&bus, SIGBUS);
  if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) != 0 || !sigismember(&blocked, SIGBUS)) return;
  // A fault in a thread that blocks the signal ends the program. One that waits to be taken by somebody stays.
  if (sigpending(&waiting) == 0 && !sigismember(&waiting, SIGBUS)) pthread_sigmask(SIG_UNBLOCK, &bus, NULL);
}

void rx_guard_check(void) {
  if (atomic_load(&guarded) == 0) return;
  struct sigaction now;
  if (sigaction(SIGBUS, NULL, &now) != 0) return;
  if (!((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_bus)) {
    unsigned next = 1 - atomic_load(&current);
    previous[next] = now;
    atomic_store(&current, next);
    struct sigaction ours = {.sa_sigaction = on_bus, .sa_mask = now.sa_mask};
    ours.sa_flags = (now.sa_flags & ~SA_RESETHAND) | SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGBUS, &ours, NULL);
    atomic_store(&installed, true);
  }
  let_through();
}

void rx_guard_end(void) {
  atomic_store(&guarded, 0);
  struct sigaction now;
  if (!atomic_exchange(&installed, false) || sigaction(SIGBUS, NULL, &now) != 0) return;
  if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_bus)
    sigaction(SIGBUS, &previous[atomic_load(&current)], NULL);
}

bool rx_guard_has_tripped(void) { return atomic_load_explicit(&tripped, memory_order_acquire); }

// Standard error as it was when the program began: a file that the program opens in its place is not for us.
static struct stat standard_error;
static bool has_standard_error;

__attribute__((constructor)) static void look_at_standard_error(void) {
  has_standard_error = fstat(2, &standard_error) == 0;
}

void rx_say(const char *text) {
  struct stat status;
  struct pollfd output = {.fd = 2, .events = POLLOUT};
  int error = errno, state = rx_forbid_cancellation();
  sigset_t pipe, before, waiting;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigaddset(&pipe, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  sigpending(&waiting);
  if (has_standard_error && fstat(2, &status) == 0 && status.st_ino == standard_error.st_ino
      && status.st_dev == standard_error.st_dev && poll(&output, 1, 0) == 1 && (output.revents & POLLOUT)) {
    ssize_t written = write(2, text, strlen(text));
    (void)written;
  }
  // What our line has raised is taken back; what waited before is not ours.
  static const struct timespec none;
  if (sigismember(&waiting, SIGPIPE)) sigdelset(&pipe, SIGPIPE);
  if (sigismember(&waiting, SIGXFSZ)) sigdelset(&pipe, SIGXFSZ);
  while (sigtimedwait(&pipe, NULL, &none) > 0) {}
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  rx_allow_cancellation(state);
  errno = error;
}

int rx_forbid_cancellation(void) {
  int before = PTHREAD_CANCEL_ENABLE;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  return before;
}

void rx_allow_cancellation(int before) { pthread_setcancelstate(before, NULL); }

int64_t rx_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (int64_t)status.f_type : 0;
}

const char *rx_environment(const char *name) { return secure_getenv(name); }

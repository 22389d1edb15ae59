#define _GNU_SOURCE
#include "say.h"
#include "alone.h"
#include "thread.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Standard error as it was when the program began: a file that the program opens in its place is not for us.
static struct stat standard_error;
static bool has_standard_error;

__attribute__((constructor)) static void look_at_standard_error(void) {
  has_standard_error = fstat(2, &standard_error) == 0;
}

ALONE static bool is_standard_error(const struct stat *status) {
  return has_standard_error && status->st_ino == standard_error.st_ino && status->st_dev == standard_error.st_dev;
}

// A thread for each line: a write to a disk that hangs comes back when the disk does. The thread has a table
// of descriptors of its own. So it writes to the very file that it has looked at, even if the program gives
// the number to another file meanwhile. And it blocks every signal.

struct line {
  /// The thread's number; 0 once it is gone.
  uint32_t thread;
  /// The same number, which stays.
  int32_t speaker;
  int32_t process;
  uint64_t begun;
  /// How much memory this is part of; the thread's stack is at its end.
  size_t size;
  size_t length;
  char text[];
};

enum { STACK = 16 << 10 };

/// How long a line is waited for, in nanoseconds. While one takes longer, others are not said.
enum { PATIENCE = 500000000 };

// The last line that nobody waits for any more.
static struct line *_Atomic left;

ALONE static void speak(void *context) {
  const struct line *line = context;
  close_from(3);
  system_call(SYS_close, 0, 0, 0, 0, 0, 0);
  system_call(SYS_close, 1, 0, 0, 0, 0, 0);
  struct stat status;
  struct pollfd output = {.fd = 2, .events = POLLOUT};
  // Field by field: a debug build has the library make an aggregate of zeros.
  struct timespec none;
  none.tv_sec = 0;
  none.tv_nsec = 0;
  if (system_call(SYS_fstat, 2, (int64_t)&status, 0, 0, 0, 0) == 0 && is_standard_error(&status)
      && system_call(SYS_ppoll, (int64_t)&output, 1, (int64_t)&none, 0, 0, 0) == 1 && (output.revents & POLLOUT))
    system_call(SYS_write, 2, (int64_t)line->text, (int64_t)line->length, 0, 0, 0);
  system_call(SYS_exit, 0, 0, 0, 0, 0, 0);
}

ALONE static int32_t process(void) { return (int32_t)system_call(SYS_getpid, 0, 0, 0, 0, 0, 0); }

/// The time, by a system call: `now` is the library's.
ALONE static uint64_t time_alone(void) {
  struct timespec time;
  system_call(SYS_clock_gettime, CLOCK_MONOTONIC, (int64_t)&time, 0, 0, 0, 0);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

ALONE static void give_back(struct line *line) { system_call(SYS_munmap, (int64_t)line, (int64_t)line->size, 0, 0, 0, 0); }

/// Null where there is no memory: the kernel then gives a negative error number instead of an address.
ALONE static struct line *make(const char *text, size_t page) {
  // Loops that no compiler takes for calls of the library.
  const volatile char *bytes = text;
  size_t length = 0;
  while (bytes[length] != 0) length++;
  size_t size = (sizeof(struct line) + length + STACK + page - 1) & ~(page - 1);
  int64_t place = system_call(
    SYS_mmap, 0, (int64_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (place <= 0) return NULL;
  struct line *line = (struct line *)place;
  line->size = size;
  line->length = length;
  for (size_t index = 0; index < length; index++) line->text[index] = bytes[index];
  return line;
}

/// False where no thread can be had.
ALONE static bool begin(struct line *line) {
  line->process = process();
  line->begun = time_alone();
  line->speaker = (int32_t)start_thread((char *)line + line->size, &line->thread, speak, line);
  return line->speaker > 0;
}

/// Waits until the line's thread is gone; false when it is not in time.
static bool wait_for(struct line *line) {
  uint64_t deadline = line->begun + PATIENCE;
  struct timespec until = moment(deadline);
  uint32_t thread;
  while ((thread = __atomic_load_n(&line->thread, __ATOMIC_ACQUIRE)) != 0) {
    if (now() >= deadline) return false;
    wait_for_end(&line->thread, thread, &until);
  }
  wait_until_gone(line->speaker);
  return true;
}

/// Gives back a line that was left, once its thread is gone. A forked child has no such thread, and cannot
/// know whose memory this is: there the line stays.
ALONE static bool is_over(struct line *line) {
  if (line->process != process()) return true;
  if (__atomic_load_n(&line->thread, __ATOMIC_ACQUIRE) != 0) return false;
  give_back(line);
  return true;
}

ALONE static void leave(struct line *line) {
  struct line *other = atomic_exchange(&left, line);
  if (other) is_over(other);
}

/// Whether a line has not come out for so long that nothing will.
ALONE static bool hangs(void) {
  struct line *line = atomic_exchange(&left, NULL);
  if (!line || is_over(line)) return false;
  bool is_late = time_alone() >= line->begun + PATIENCE;
  leave(line);
  return is_late;
}

// Where there is no thread: this one does what it can.

/// The signals that a write may raise are blocked. After the write they are taken back, but for a signal that
/// waited before: it is not ours.
struct quiet {
  sigset_t before, waiting;
  int error, state;
};

static const int raised[] = {SIGPIPE, SIGXFSZ, SIGTTOU};

static void be_quiet(struct quiet *quiet) {
  sigset_t ours;
  quiet->error = errno;
  quiet->state = rx_forbid_cancellation();
  sigemptyset(&ours);
  for (size_t index = 0; index < sizeof raised / sizeof *raised; index++) sigaddset(&ours, raised[index]);
  pthread_sigmask(SIG_BLOCK, &ours, &quiet->before);
  sigpending(&quiet->waiting);
}

static void end_quiet(struct quiet *quiet) {
  static const struct timespec none;
  sigset_t ours;
  sigemptyset(&ours);
  // SIGTTOU is not raised where it is blocked.
  for (size_t index = 0; index < 2; index++)
    if (!sigismember(&quiet->waiting, raised[index])) sigaddset(&ours, raised[index]);
  while (sigtimedwait(&ours, NULL, &none) > 0) {}
  pthread_sigmask(SIG_SETMASK, &quiet->before, NULL);
  rx_allow_cancellation(quiet->state);
  errno = quiet->error;
}

static void say_here(const char *text, bool may_be_a_disk) {
  struct stat status;
  struct pollfd output = {.fd = 2, .events = POLLOUT};
  struct quiet quiet;
  be_quiet(&quiet);
  if (fstat(2, &status) == 0 && is_standard_error(&status) && (may_be_a_disk || !S_ISREG(status.st_mode))
      && poll(&output, 1, 0) == 1 && (output.revents & POLLOUT)) {
    ssize_t written = write(2, text, strlen(text));
    (void)written;
  }
  end_quiet(&quiet);
}

/// Null where no thread can be had.
static struct line *begun(const char *text) {
  struct line *line = make(text, (size_t)sysconf(_SC_PAGESIZE));
  if (!line || begin(line)) return line;
  give_back(line);
  return NULL;
}

void rx_say(const char *text) {
  if (!has_standard_error || hangs()) return;
  struct line *line = begun(text);
  if (!line) say_here(text, true);
  else if (wait_for(line)) give_back(line);
  else leave(line);
}

void rx_say_soon(const char *text) {
  if (!has_standard_error || hangs()) return;
  struct line *line = begun(text);
  if (line) leave(line);
  else say_here(text, false);
}

void *rx_line_make(const char *text) { return make(text, (size_t)sysconf(_SC_PAGESIZE)); }

ALONE void rx_line_say(void *made) {
  struct line *line = made;
  if (has_standard_error && !hangs() && begin(line)) leave(line);
  else give_back(line);
}

void rx_line_drop(void *line) { give_back(line); }

void rx_say_wait(void) {
  struct line *line = atomic_exchange(&left, NULL);
  if (!line) return;
  if (line->process == process()) wait_for(line);
  if (!is_over(line)) leave(line);
}

void rx_write_error(const char *bytes, size_t count) {
  struct quiet quiet;
  be_quiet(&quiet);
  while (count > 0) {
    ssize_t written = write(2, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    bytes += written;
    count -= (size_t)written;
  }
  end_quiet(&quiet);
}

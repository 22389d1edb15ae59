// Stands before the C library's calls on files: now and then one fails, or does half of what it was asked, and the next
// time succeeds. Only for files whose name has ".rxtrace" in it. Says at the end how often.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_uint turns, failures;

static int is_ours(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count <= 0) return 0;
  path[count] = 0;
  return strstr(path, ".rxtrace") != NULL;
}

/// 0 to go on, else the error to fail with, or -1 for half of the work.
static int verdict(int descriptor) {
  int before = errno, ours = is_ours(descriptor);
  errno = before;
  if (!ours) return 0;
  const char *seed = getenv("FAILING_SEED");
  unsigned turn = atomic_fetch_add(&turns, 1) + (seed ? (unsigned)atoi(seed) : 0);
  int answers[] = {EINTR, 0, EINTR, EINTR, 0, -1, 0, EAGAIN, 0, 0, -1};
  int answer = answers[turn % (sizeof answers / sizeof *answers)];
  if (answer) atomic_fetch_add(&failures, 1);
  return answer;
}

__attribute__((destructor)) static void tell(void) { fprintf(stderr, "failing: %u calls\n", failures); }

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  int answer = verdict(descriptor);
  if (answer > 0) return errno = answer, -1;
  return NEXT(pwrite)(descriptor, bytes, answer && count > 1 ? count / 2 : count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return pwrite(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  int answer = verdict(descriptor);
  if (answer > 0) return errno = answer, -1;
  return NEXT(write)(descriptor, bytes, answer && count > 1 ? count / 2 : count);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
  int answer = verdict(descriptor);
  if (answer > 0) return errno = answer, -1;
  return NEXT(pwritev)(descriptor, parts, answer && count > 1 ? 1 : count, offset);
}

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
  int answer = verdict(descriptor);
  if (answer > 0) return errno = answer == EAGAIN ? EINTR : answer, -1;
  return NEXT(fallocate)(descriptor, mode, offset, length);
}

int ftruncate(int descriptor, off_t length) {
  int answer = verdict(descriptor);
  if (answer > 0) return errno = EINTR, -1;
  return NEXT(ftruncate)(descriptor, length);
}

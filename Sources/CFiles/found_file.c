#define _GNU_SOURCE
#include "found_file.h"

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

// Of <linux/openat2.h>, which older headers lack.
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
struct how_to_open {
  uint64_t flags, mode, resolve;
};
enum { NO_MAGIC_LINKS = 0x02, NO_LINKS = 0x04, IN_ROOT = 0x10 };

int rx_file_find_below(int folder, const char *path) {
  int current = fcntl(folder, F_DUPFD_CLOEXEC, 0);
  while (current >= 0) {
    path += strspn(path, "/");
    size_t length = strcspn(path, "/");
    char part[256];
    if (length == 0) return current;
    int next = -1, error = length < sizeof part ? EXDEV : ENAMETOOLONG;
    memcpy(part, path, length < sizeof part ? length : 0);
    part[length < sizeof part ? length : 0] = 0;
    if (length < sizeof part && strcmp(part, "..") != 0) {
      next = openat(current, part, O_PATH | O_NOFOLLOW | O_CLOEXEC);
      error = errno;
    }
    close(current);
    if (next < 0) return -error;
    struct stat status;
    if (fstat(next, &status) == 0 && S_ISLNK(status.st_mode)) {
      close(next);
      return -ELOOP;
    }
    current = next;
    path += length;
  }
  return -errno;
}

static int find(int folder, const char *path, int how) {
  int flags = O_PATH | O_CLOEXEC | (how == RX_FOLLOW ? 0 : O_NOFOLLOW);
  if (how != RX_BELOW) {
    int found = openat(folder, path, flags);
    return found >= 0 ? found : -errno;
  }
  struct how_to_open wish = {.flags = (uint64_t)flags, .resolve = IN_ROOT | NO_LINKS | NO_MAGIC_LINKS};
  int found = (int)syscall(SYS_openat2, folder, path, &wish, sizeof wish);
  if (found >= 0) return found;
  return errno == ENOSYS || errno == EPERM ? rx_file_find_below(folder, path) : -errno;
}

int rx_file_find(int folder, const char *path, int how, void *result) {
  struct stat *status = result;
  int found = find(folder, path, how);
  if (found < 0) return found;
  if (fstat(found, status) == 0) return found;
  int error = errno;
  close(found);
  return -error;
}

int rx_file_folder(const char *path) {
  int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  return folder >= 0 ? folder : -errno;
}

bool rx_file_is_of_proc(int found) {
  struct statfs system;
  return fstatfs(found, &system) == 0 && system.f_type == 0x9fa0;  // PROC_SUPER_MAGIC
}

int rx_file_open_found(int found, int flags) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", found);
  int opened = open(name, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  return opened >= 0 ? opened : -errno;
}

/// Where /proc is not there: what has the path now is opened only as long as it is what was found.
static int open_again(int folder, const char *path, int how, int flags, const struct stat *found) {
  struct stat now;
  int again = rx_file_find(folder, path, how, &now);
  if (again < 0) return again;
  close(again);
  if (now.st_dev != found->st_dev || now.st_ino != found->st_ino) return -ESTALE;
  int opened = openat(folder, path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (how == RX_FOLLOW ? 0 : O_NOFOLLOW));
  if (opened < 0) return -errno;
  if (fstat(opened, &now) == 0 && now.st_dev == found->st_dev && now.st_ino == found->st_ino) return opened;
  close(opened);
  return -ESTALE;
}

int rx_file_open(int folder, const char *path, int how, int flags, void *facts) {
  struct stat *status = facts;
  int found = rx_file_find(folder, path, how, status);
  if (found < 0) return found;
  int result = S_ISLNK(status->st_mode) ? -ELOOP : S_ISDIR(status->st_mode) ? -EISDIR : -EINVAL;
  if (S_ISREG(status->st_mode)) {
    result = rx_file_open_found(found, flags);
    if (result == -ENOENT && access("/proc/self/fd", F_OK) != 0)
      result = open_again(folder, path, how, flags, status);
  }
  close(found);
  return result;
}

int rx_file_rename(int folder, const char *name, const char *new_name) {
  if (syscall(SYS_renameat2, folder, name, folder, new_name, 1u /* RENAME_NOREPLACE */) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -errno;
  int taken = openat(folder, new_name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (taken < 0) return -errno;
  close(taken);
  if (renameat(folder, name, folder, new_name) == 0) return 0;
  int error = errno;
  unlinkat(folder, new_name, 0);
  return -error;
}

bool rx_wait_until(void *semaphore, uint64_t deadline) {
  struct timespec end = {.tv_sec = (time_t)(deadline / 1000000000u), .tv_nsec = (long)(deadline % 1000000000u)};
  while (sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0)
    if (errno != EINTR) return false;
  return true;
}

#define _GNU_SOURCE
#include "memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// A number that some systems' headers do not have yet.
enum { NOT_EXECUTABLE = 8 };

/// Where a program has fewer descriptors than `FEWEST`, none is taken from it.
enum { HIGH_DESCRIPTOR = 512, FEWEST = 64 };

/// Not `close`, which may end a thread that was cancelled.
static void close_number(int number) { syscall(SYS_close, number); }

static int make_memory(const char *name, unsigned flags) {
  return (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC | MFD_ALLOW_SEALING | flags);
}

/// A number that no program takes for one of its own.
static int moved_up(int number) {
  struct rlimit files;
  int high = -1;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur >= FEWEST) {
    int lowest = files.rlim_cur > HIGH_DESCRIPTOR ? HIGH_DESCRIPTOR : (int)files.rlim_cur / 2;
    high = fcntl(number, F_DUPFD_CLOEXEC, lowest);
  }
  close_number(number);
  return high;
}

bool rx_memory_file_make(rx_memory_file *file, const char *name, uint64_t length) {
  struct rlimit limit;
  struct stat status;
  file->descriptor = -1;
  // A file that grows beyond this limit brings the program a signal.
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur < length) return false;
  int made = make_memory(name, NOT_EXECUTABLE);
  if (made < 0 && errno == EINVAL) made = make_memory(name, 0);
  if (made >= 0) made = moved_up(made);
  if (made < 0) return false;
  if (ftruncate(made, (off_t)length) != 0 || fstat(made, &status) != 0) {
    close_number(made);
    return false;
  }
  file->descriptor = made;
  file->device = status.st_dev;
  file->inode = status.st_ino;
  return true;
}

void rx_memory_file_close(rx_memory_file *file) {
  struct stat status;
  if (file->descriptor < 0) return;
  if (fstat(file->descriptor, &status) == 0 && status.st_dev == file->device && status.st_ino == file->inode)
    close_number(file->descriptor);
  file->descriptor = -1;
}

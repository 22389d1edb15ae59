#define _GNU_SOURCE
#include "machine.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Numbers of <linux/membarrier.h>, which is newer than some systems' headers.
enum { PRIVATE_EXPEDITED = 1 << 3, REGISTER_PRIVATE_EXPEDITED = 1 << 4 };

void rx_process_barrier(void) {
#if defined(SYS_membarrier)
  if (syscall(SYS_membarrier, PRIVATE_EXPEDITED, 0, 0) == 0) return;
  if (syscall(SYS_membarrier, REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0
      && syscall(SYS_membarrier, PRIVATE_EXPEDITED, 0, 0) == 0)
    return;
#endif
  atomic_thread_fence(memory_order_seq_cst);
  struct timespec pause = {.tv_nsec = 2000000};
  nanosleep(&pause, NULL);
}

void rx_clock_read_both(uint64_t *ticks, uint64_t *nanoseconds) {
  uint64_t narrowest = UINT64_MAX;
  for (int attempt = 0; attempt < 4; attempt++) {
    uint64_t before = rx_clock_ticks();
    uint64_t now = rx_clock_monotonic();
    uint64_t after = rx_clock_ticks();
    if (!rx_clock_counts_cycles) before = after = now;
    if (after - before >= narrowest) continue;
    narrowest = after - before;
    *ticks = before + narrowest / 2;
    *nanoseconds = now;
  }
}

/// The build-id among the notes between two addresses; its length, or 0.
static size_t find_build_id(const unsigned char *next, const unsigned char *end, uint8_t *buffer, size_t capacity) {
  while ((size_t)(end - next) >= sizeof(ElfW(Nhdr))) {
    const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)next;
    const unsigned char *name = next + sizeof *note;
    const unsigned char *content = name + ((note->n_namesz + 3) & ~3u);
    const unsigned char *following = content + ((note->n_descsz + 3) & ~3u);
    if (following > end || following <= next) return 0;
    if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
      if (note->n_descsz > capacity) return 0;
      memcpy(buffer, content, note->n_descsz);
      return note->n_descsz;
    }
    next = following;
  }
  return 0;
}

// The kernel says where the executable's segments are. The C library's list of objects has a lock, which a
// forked child finds locked for good where another thread of its parent had it.
size_t rx_build_id(uint8_t *buffer, size_t capacity) {
  const ElfW(Phdr) *segments = (const ElfW(Phdr) *)getauxval(AT_PHDR);
  size_t count = segments ? getauxval(AT_PHNUM) : 0;
  uintptr_t bias = 0;
  bool is_known = false;
  for (size_t index = 0; index < count && !is_known; index++) {
    is_known = segments[index].p_type == PT_PHDR;
    if (is_known) bias = (uintptr_t)segments - segments[index].p_vaddr;
  }
  // A static executable that may lie anywhere has none: its first page begins with the header in front of the
  // segments.
  uintptr_t base = (uintptr_t)segments - sizeof(ElfW(Ehdr));
  for (size_t index = 0; index < count && !is_known; index++) {
    is_known = segments[index].p_type == PT_LOAD && segments[index].p_offset == 0 && segments[index].p_filesz > 0
      && base % 4096 == 0;
    if (is_known) bias = base - segments[index].p_vaddr;
  }
  if (!is_known) return 0;
  for (size_t index = 0; index < count; index++) {
    if (segments[index].p_type != PT_NOTE) continue;
    const unsigned char *start = (const unsigned char *)(bias + segments[index].p_vaddr);
    size_t length = find_build_id(start, start + segments[index].p_memsz, buffer, capacity);
    if (length > 0) return length;
  }
  return 0;
}

const char *rx_environment(const char *name) { return secure_getenv(name); }

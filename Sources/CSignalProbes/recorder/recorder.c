#define _GNU_SOURCE
#include "recorder.h"
#include "control.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <string.h>
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

__attribute__((disable_sanitizer_instrumentation, noinline))
void rx_control_switch(volatile uint64_t *word, uint64_t who, bool looks) {
  if (looks) __atomic_fetch_or(word, who, __ATOMIC_SEQ_CST);
  else __atomic_fetch_and(word, ~who, __ATOMIC_SEQ_CST);
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

struct build_id {
  uint8_t *buffer;
  size_t capacity;
  size_t count;
};

/// Looks through the notes of the first object, which is the executable.
static int find_build_id(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  struct build_id *result = context;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    if (segment->p_type != PT_NOTE) continue;
    const unsigned char *next = (const unsigned char *)(object->dlpi_addr + segment->p_vaddr);
    const unsigned char *end = next + segment->p_memsz;
    while ((size_t)(end - next) >= sizeof(ElfW(Nhdr))) {
      const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)next;
      const unsigned char *name = next + sizeof *note;
      const unsigned char *content = name + ((note->n_namesz + 3) & ~3u);
      const unsigned char *following = content + ((note->n_descsz + 3) & ~3u);
      if (following > end || following <= next) break;
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
        if (note->n_descsz <= result->capacity) {
          memcpy(result->buffer, content, note->n_descsz);
          result->count = note->n_descsz;
        }
        return 1;
      }
      next = following;
    }
  }
  return 1;
}

size_t rx_build_id(uint8_t *buffer, size_t capacity) {
  struct build_id result = {buffer, capacity, 0};
  dl_iterate_phdr(find_build_id, &result);
  return result.count;
}

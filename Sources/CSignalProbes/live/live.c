#define _GNU_SOURCE
#include "live.h"

#include "clock.h"
#include "control.h"
#include "memory_file.h"
#include "thread.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

// In the part of the program's file that is mapped to be written, so that a reader finds it by its place in
// the file.
rx_live_head rx_live = {
    .layout = 1, .record_size = sizeof(rx_subscription), .records_of_a_chunk = RX_LIVE_RECORDS_OF_A_CHUNK};

__asm__(".pushsection .note.rxtrace, \"a\", %note\n"
        ".balign 4\n"
        ".4byte 8, 8, 1\n"
        ".asciz \"rxtrace\"\n"
        "1: .8byte rx_live - 1b\n"
        ".popsection\n");

// The file: its head, then texts up to FIRST, then the chunks. It has its size from the beginning on, and
// takes only the memory that is used. All of it is mapped at once, before it is sealed: afterwards nobody can
// map it to be written. The unused part is not accessible, so that neither a core dump nor `mlockall` takes
// memory for it.
enum { PART = RX_LIVE_RECORDS_OF_A_CHUNK * sizeof(rx_subscription), HEAD = 4096 };
static const uint64_t FIRST = 71 * (uint64_t)PART, LARGEST = (uint64_t)256 << 20, SMALL = (uint64_t)16 << 20;
_Static_assert(sizeof(rx_live_file) <= HEAD, "the head is one page");

// A number that some systems' headers do not have yet.
enum { SEAL_FUTURE_WRITE = 0x10 };
enum { SEALS = F_SEAL_SHRINK | F_SEAL_GROW | SEAL_FUTURE_WRITE | F_SEAL_SEAL };

/// Where the file is mapped; NULL where there is none. It stays there in a child.
static char *base;
static uint64_t mapped;
/// The bytes that may be used. In a child: the bytes that it inherited.
static uint64_t size;
static rx_memory_file file = {.descriptor = -1};

/// How many chunks were taken.
static _Atomic uint64_t taken;
/// A chunk that was taken as the program was loaded, for the first subscription.
static _Atomic(char *) spare;
static _Atomic(rx_live_child_handler) child_handler;

// Whose the table is. The word lies in a page that a forked child finds filled with zeros, however it was
// forked.
enum { PARENTS, IS_BEING_COPIED, OWN };
static _Atomic uint32_t unwiped_owner;
static _Atomic uint32_t *owner = &unwiped_owner;

static rx_live_file *head(void) { return (rx_live_file *)base; }
static uint64_t end_of(uint64_t chunks) { return FIRST + chunks * PART; }

/// Makes a part usable that was not.
static bool open_part(char *part, size_t length) {
  if (mprotect(part, length, PROT_READ | PROT_WRITE) != 0) return false;
  madvise(part, length, MADV_DODUMP);
  return true;
}

/// Makes the file unusable between these places.
static bool close_parts(uint64_t first, uint64_t end) {
  if (end <= first) return true;
  madvise(base + first, end - first, MADV_DONTDUMP);
  return mprotect(base + first, end - first, PROT_NONE) == 0;
}

/// Memory at a multiple of its size; NULL where there is none.
static char *map_aligned(uint64_t length, int protection) {
  char *room = mmap(NULL, length + PART, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return NULL;
  size_t before = (PART - (uintptr_t)room % PART) % PART;
  if (before > 0) munmap(room, before);
  munmap(room + before + length, PART - before);
  return room + before;
}

static char *map_next(void) {
  if (base) {
    uint64_t number = atomic_fetch_add(&taken, 1);
    char *chunk = base + end_of(number);
    if (end_of(number + 1) <= size && open_part(chunk, PART)) {
      uint64_t known = __atomic_load_n(&head()->chunks, __ATOMIC_RELAXED);
      while (known <= number
             && !__atomic_compare_exchange_n(&head()->chunks, &known, number + 1, false, __ATOMIC_RELEASE,
                                             __ATOMIC_RELAXED)) {}
      return chunk;
    }
    __atomic_fetch_add(&head()->elsewhere, 1, __ATOMIC_RELAXED);
  }
  return map_aligned(PART, PROT_READ | PROT_WRITE);
}

uint64_t rx_live_map_chunk(void) {
  int before = errno;
  char *chunk = atomic_exchange(&spare, NULL);
  if (!chunk) chunk = map_next();
  errno = before;
  return (uint64_t)(uintptr_t)chunk;
}

/// One of the file stays, with nothing in it.
void rx_live_unmap_chunk(uint64_t chunk) {
  char *memory = (char *)(uintptr_t)chunk;
  if (!base || memory < base || memory >= base + mapped) munmap(memory, PART);
}

const char *rx_live_keep_text(const char *bytes, size_t count) {
  rx_live_own();
  if (!base) return NULL;
  uint64_t end = head()->texts_end;
  if (count >= FIRST - end || end + count >= size) return NULL;
  // The pages behind those that are used already.
  uint64_t usable = (end + PART - 1) / PART * PART;
  if (end + count >= usable) {
    int before = errno;
    bool is_open = usable + PART <= FIRST && count < PART && open_part(base + usable, PART);
    errno = before;
    if (!is_open) return NULL;
  }
  char *kept = base + end;
  memcpy(kept, bytes, count);
  kept[count] = 0;
  __atomic_store_n(&head()->texts_end, end + count + 1, __ATOMIC_RELEASE);
  return kept;
}

// A forked child.

/// Puts a copy in the place of the parent's table, in memory of its own. It makes no file: a program that has
/// forbidden itself all but a few system calls is ended for others.
static bool copy_into_memory(uint64_t texts_end, uint64_t used) {
  char *copy = mmap(NULL, used, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (copy == MAP_FAILED) return false;
  memcpy(copy, base, texts_end);
  memcpy(copy + FIRST, base + FIRST, used - FIRST);
  if (mremap(copy, used, used, MREMAP_MAYMOVE | MREMAP_FIXED, base) == MAP_FAILED) {
    munmap(copy, used);
    return false;
  }
  size = used;
  return true;
}

/// False where there is no memory for a copy: then the table is still the parent's.
static bool copy_table(bool was_forked) {
  uint64_t chunks = atomic_load(&taken), used = end_of(chunks) < size ? end_of(chunks) : size;
  uint64_t texts_end = head()->texts_end;
  // Another thread of the parent may have taken a chunk, and not made it usable yet.
  if (used > FIRST) mprotect(base + FIRST, used - FIRST, PROT_READ | PROT_WRITE);
  if (!copy_into_memory(texts_end, used)) return false;
  // A child that was made by a bare system call may share its descriptors with its parent.
  if (was_forked) rx_memory_file_close(&file);
  file.descriptor = -1;
  head()->process = (uint64_t)getpid();
  head()->chunks = (used - FIRST) / PART;
  return true;
}

/// No signal is delivered meanwhile: its handler may subscribe.
static __attribute__((noinline)) void take_over(bool was_forked) {
  int error = errno;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  uint32_t known = PARENTS;
  while (!atomic_compare_exchange_strong(owner, &known, IS_BEING_COPIED) && known != OWN) {
    known = PARENTS;
    sched_yield();
  }
  if (known == PARENTS) {
    rx_control_leave(was_forked);
    bool is_own = !base || copy_table(was_forked);
    // As for every chunk that cannot be had. A child that only runs another program uses none: it is not
    // ended.
    if (!is_own && !was_forked) abort();
    rx_live_child_handler handler = atomic_load(&child_handler);
    if (base && is_own && handler) handler();
    atomic_store_explicit(owner, is_own ? OWN : PARENTS, memory_order_release);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
}

bool rx_live_is_own(void) { return atomic_load_explicit(owner, memory_order_acquire) == OWN; }

void rx_live_own(void) {
  if (__builtin_expect(!rx_live_is_own(), 0)) take_over(false);
}

void rx_live_set_child_handler(rx_live_child_handler handler) { atomic_store(&child_handler, handler); }

/// A larger table is copied when the child first uses it: most children run another program.
enum { COPIED_AT_ONCE = 64 };

static void forked_child(void) {
  atomic_store(owner, PARENTS);
  rx_control_leave(true);
  if (!base || rx_live.chunks == 0 || atomic_load(&taken) > COPIED_AT_ONCE) return;
  take_over(true);
}

/// Maps a new file at a place of its own.
static void prepare_file(void) {
  struct rlimit addresses;
  bool is_small = getrlimit(RLIMIT_AS, &addresses) != 0 || addresses.rlim_cur != RLIM_INFINITY;
  uint64_t length = is_small ? SMALL : LARGEST;
  if (!rx_memory_file_make(&file, "rxtrace", length)) return;
  char *room = map_aligned(length, PROT_NONE);
  if (room && mmap(room, length, PROT_NONE, MAP_SHARED | MAP_FIXED, file.descriptor, 0) != MAP_FAILED
      && fcntl(file.descriptor, F_ADD_SEALS, SEALS) == 0 && mprotect(room, PART, PROT_READ | PROT_WRITE) == 0) {
    base = room;
    mapped = size = length;
    close_parts(PART, length);
    return;
  }
  if (room) munmap(room, length);
  rx_memory_file_close(&file);
}

// After the constructor that chooses the clock. The file is made before the program has forbidden itself
// anything.
__attribute__((constructor(1000))) static void prepare(void) {
  rx_live.counts_cycles = rx_clock_counts_cycles;
  rx_live.ticks = rx_clock_ticks();
  rx_live.monotonic = rx_clock_monotonic();
  void *page = mmap(NULL, HEAD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page != MAP_FAILED && madvise(page, HEAD, MADV_WIPEONFORK) == 0) owner = page;
  atomic_store(owner, OWN);
  pthread_atfork(NULL, NULL, forked_child);
  prepare_file();
  if (!base) return;
  head()->head = rx_live;
  head()->process = (uint64_t)getpid();
  head()->base = (uint64_t)(uintptr_t)base;
  head()->first = FIRST;
  head()->texts = head()->texts_end = HEAD;
  spare = map_next();
}

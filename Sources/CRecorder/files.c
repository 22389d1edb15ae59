#define _GNU_SOURCE
#include "files.h"
#include "alone.h"
#include "helper.h"
#include "thread.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OWN_SIZE = PAGE + WATCHER_STACK + HELPER_STACK + ZEROS };
_Static_assert(sizeof(rx_files) <= PAGE, "the threads' calls begin behind one page");
_Static_assert(sizeof(struct helper) <= PAGE, "the helper's facts lie in one page");

// Calls, as the thread and the process take and answer them.

ALONE bool rx_files_is_call(const struct range *shared, const rx_file_call *call) {
  uintptr_t start = (uintptr_t)call;
  return start >= shared->start && start <= shared->end && shared->end - start >= sizeof *call
    && start % _Alignof(rx_file_call) == 0;
}

ALONE rx_file_call *rx_files_take(rx_files *files, const struct range *shared, uint32_t most) {
  rx_file_call *newest = __atomic_exchange_n(&files->calls, NULL, __ATOMIC_ACQUIRE);
  rx_file_call *oldest = NULL;
  for (uint32_t count = 0; count < most && rx_files_is_call(shared, newest); count++) {
    rx_file_call *next = __atomic_load_n(&newest->next, __ATOMIC_RELAXED);
    newest->next = oldest;
    oldest = newest;
    newest = next;
  }
  return oldest;
}

ALONE void rx_files_done(rx_files *files, rx_file_call *call, int64_t result) {
  call->result = result;
  __atomic_store_n(&files->is_behind, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&call->state, RX_CALL_DONE, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&call->is_watched, __ATOMIC_SEQ_CST)) wake_anywhere(&call->state);
}

ALONE void rx_files_sleep(rx_files *files, uint32_t seen) {
  __atomic_store_n(&files->is_asleep, 1, __ATOMIC_SEQ_CST);
  sleep_anywhere(&files->posted, seen, NULL);
  __atomic_store_n(&files->is_asleep, 0, __ATOMIC_SEQ_CST);
}

// The program's side.

int rx_open_up(void *start, size_t size) {
  // The kernel would take locked memory at once.
  munlock(start, size);
  madvise(start, size, MADV_DONTDUMP);
  return mprotect(start, size, PROT_READ | PROT_WRITE) == 0 ? 0 : errno;
}

void *rx_reserve(size_t size, bool is_shared) {
  int kind = is_shared ? MAP_SHARED : MAP_PRIVATE;
  void *memory = mmap(NULL, size, PROT_NONE, kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  if (rx_open_up(memory, size) == 0) return memory;
  munmap(memory, size);
  return NULL;
}

rx_files *rx_files_make(size_t slots, size_t slot_size) {
  enum { HEADER_ROOM = 1 << 20, LEAST_ROOM = 1 << 18 };
  size_t calls = (slots * 2 * sizeof(rx_file_call) + PAGE - 1) & ~(size_t)(PAGE - 1);
  size_t room = slots * PAGE < LEAST_ROOM ? LEAST_ROOM : slots * PAGE;
  size_t batches = (slots / RX_BATCH * sizeof(uint32_t) + PAGE) & ~(size_t)(PAGE - 1);
  size_t size = PAGE + calls + batches + HEADER_ROOM + room + slots * slot_size;
  void *memory = rx_reserve(size, true);
  if (!memory) return NULL;
  rx_files *files = memory;
  files->size = size;
  files->slots = slots;
  files->thread_calls = (rx_file_call *)((char *)memory + PAGE);
  files->batches = (uint32_t *)((char *)memory + PAGE + calls);
  files->header = (uint8_t *)memory + PAGE + calls + batches;
  files->header_room = HEADER_ROOM;
  files->room = files->header + HEADER_ROOM;
  files->room_size = room;
  files->spare = files->room + room;
  return files;
}

void rx_files_free(rx_files *files) { munmap(files, files->size); }

void rx_files_abandon(rx_files *files, size_t size) {
  mmap(
    files, size, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

/// For tests of a debug build: `RX_FILES=traced` shows the process to a tracer of the program.
static bool may_be_traced(void) {
#ifdef DEBUG
  const char *asked = secure_getenv("RX_FILES");
  return asked && strcmp(asked, "traced") == 0;
#else
  return false;
#endif
}

/// The linker puts this name at the beginning of each object.
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

/// Where the object lies that this code is part of. The C library's list of objects has a lock, which a
/// forked child finds locked for good where another thread of its parent had it.
static struct range find_code(void) {
  uintptr_t start = (uintptr_t)&__ehdr_start, end = 0, bias = 0;
  const ElfW(Phdr) *segments = (const ElfW(Phdr) *)(start + __ehdr_start.e_phoff);
  for (int index = 0; index < __ehdr_start.e_phnum; index++)
    if (segments[index].p_type == PT_LOAD && segments[index].p_offset == 0 && segments[index].p_filesz > 0) {
      bias = start - segments[index].p_vaddr;
      break;
    }
  struct range code = {UINTPTR_MAX, 0};
  for (int index = 0; index < __ehdr_start.e_phnum; index++) {
    const ElfW(Phdr) *segment = &segments[index];
    if (segment->p_type != PT_LOAD) continue;
    start = (bias + segment->p_vaddr) & ~(uintptr_t)(PAGE - 1);
    end = (bias + segment->p_vaddr + segment->p_memsz + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    if (start < code.start) code.start = start;
    if (end > code.end) code.end = end;
  }
  return code;
}

int rx_files_start(rx_files *files) {
  char *own = files->own;
  if (!own) {
    own = mmap(
      NULL, PAGE + OWN_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
    if (own == MAP_FAILED) return errno;
    mprotect(own, PAGE, PROT_NONE);
    files->own = own;
  }
  files->program = rx_process_settled();
  struct helper *helper = (struct helper *)(own + PAGE);
  helper->may_be_traced = may_be_traced();
  helper->most_calls = (uint32_t)(2 * files->slots + sizeof files->own_calls / sizeof *files->own_calls);
  helper->files = files;
  helper->recording = -1;
  helper->program = files->program;
  helper->header = files->header;
  helper->zeros = own + PAGE + OWN_SIZE - ZEROS;
  helper->ranges[OWN] = (struct range){(uintptr_t)own, (uintptr_t)own + PAGE + OWN_SIZE};
  helper->ranges[ARENA] = (struct range){(uintptr_t)files, (uintptr_t)files + files->size};
  helper->ranges[CODE] = find_code();
  uintptr_t own_code = (uintptr_t)rx_files_begin;
  if (own_code < helper->ranges[CODE].start || own_code >= helper->ranges[CODE].end) return ENOEXEC;
#if defined(SYS_membarrier)
  // So that the process may ask for a barrier of the program's threads.
  syscall(SYS_membarrier, 1 << 2 /* REGISTER_GLOBAL_EXPEDITED */, 0, 0);
#endif
  int64_t result = start_thread(own + PAGE + OWN_SIZE - ZEROS, &files->thread, rx_files_begin, helper);
  files->beginner = result > 0 ? (int32_t)result : 0;
  return result > 0 ? 0 : (int)-result;
}

// How long a wait goes on before it looks whether this is still the process that asked, in nanoseconds.
enum { LOOK_AGAIN = 200000000 };

static bool has_died(const rx_files *files) {
  return files && (__atomic_load_n(&files->life, __ATOMIC_ACQUIRE) & RX_LIFE_IS_OVER) != 0;
}

bool rx_files_wait(rx_file_call *call, uint64_t deadline) {
  while (rx_file_call_state(call) == RX_CALL_WAITING) {
    uint64_t time = now();
    // Another thread may post the same call anew meanwhile.
    if (rx_process_settled() != __atomic_load_n(&call->process, __ATOMIC_RELAXED)) return false;
    if (has_died(__atomic_load_n(&call->files, __ATOMIC_RELAXED))) {
      // Somebody has killed it.
      if (rx_file_call_state(call) != RX_CALL_WAITING) break;
      call->result = -ESRCH;
      __atomic_store_n(&call->state, RX_CALL_DONE, __ATOMIC_RELEASE);
      break;
    }
    if (deadline != 0 && time >= deadline) return false;
    uint64_t next = time + LOOK_AGAIN;
    struct timespec until = moment(deadline != 0 && deadline < next ? deadline : next);
    __atomic_store_n(&call->is_watched, 1, __ATOMIC_SEQ_CST);
    sleep_anywhere(&call->state, RX_CALL_WAITING, &until);
  }
  return true;
}

static void post(rx_files *files, rx_file_call *call, uint32_t kind) {
  call->kind = kind;
  __atomic_store_n(&call->files, files, __ATOMIC_RELAXED);
  __atomic_store_n(&call->process, files->program, __ATOMIC_RELAXED);
  __atomic_store_n(&call->state, RX_CALL_WAITING, __ATOMIC_RELAXED);
  rx_file_call *newest = __atomic_load_n(&files->calls, __ATOMIC_RELAXED);
  do call->next = newest;
  while (!__atomic_compare_exchange_n(&files->calls, &newest, call, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
  // The other side says first that it goes to sleep, and does not sleep if this has grown since. It alone
  // takes that back: a thread may be ended before it wakes anybody, and then the next one does.
  __atomic_add_fetch(&files->posted, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&files->is_asleep, __ATOMIC_SEQ_CST)) wake_anywhere(&files->posted);
}

static bool ask(rx_files *files, rx_file_call *call, uint32_t kind, uint64_t deadline) {
  post(files, call, kind);
  if (deadline == 1) return rx_file_call_state(call) != RX_CALL_WAITING;
  // Where one has waited in vain nobody else does.
  bool is_patient = deadline == 0 || __atomic_load_n(&files->is_behind, __ATOMIC_RELAXED) == 0;
  if (rx_files_wait(call, is_patient ? deadline : 1)) return true;
  __atomic_store_n(&files->is_behind, 1, __ATOMIC_RELAXED);
  return false;
}

bool rx_files_call(
  rx_files *files, rx_file_call *call, long number, int64_t first, int64_t second, int64_t third, int64_t fourth,
  int64_t fifth, int64_t sixth, uint64_t deadline) {
  const int64_t arguments[6] = {first, second, third, fourth, fifth, sixth};
  memcpy(call->arguments, arguments, sizeof arguments);
  call->result = number;
  return ask(files, call, SYSTEM_CALL, deadline);
}

bool rx_files_write(
  rx_files *files, rx_file_call *call, int32_t descriptor, const void *bytes, size_t count, uint64_t offset,
  uint64_t deadline) {
  call->arguments[0] = descriptor;
  call->arguments[1] = (int64_t)bytes;
  call->arguments[2] = (int64_t)count;
  call->arguments[3] = (int64_t)offset;
  return ask(files, call, WRITE, deadline);
}

bool rx_files_file_system(rx_files *files, rx_file_call *call, const char *path, uint64_t deadline) {
  call->arguments[0] = (int64_t)path;
  return ask(files, call, FILE_SYSTEM, deadline);
}

bool rx_files_append(
  rx_files *files, rx_file_call *call, const void *bytes, size_t count, int content, uint64_t deadline) {
  call->arguments[0] = (int64_t)bytes;
  call->arguments[1] = (int64_t)count;
  call->arguments[2] = content;
  return ask(files, call, APPEND, deadline);
}

bool rx_files_read_heads(
  rx_files *files, rx_file_call *call, void *heads, size_t most, uint64_t offset, uint64_t deadline) {
  call->arguments[0] = (int64_t)heads;
  call->arguments[1] = (int64_t)most;
  call->arguments[2] = (int64_t)offset;
  return ask(files, call, READ_HEADS, deadline);
}

void rx_files_extend(rx_files *files, rx_file_call *call, uint32_t slots) {
  if (files->slots_wanted < slots) __atomic_store_n(&files->slots_wanted, slots, __ATOMIC_SEQ_CST);
  // The process looks at the number once more when the call is done.
  if (__atomic_load_n(&call->state, __ATOMIC_SEQ_CST) == RX_CALL_WAITING) return;
  // An earlier failure says nothing of this try.
  __atomic_store_n(&files->slots_error, 0, __ATOMIC_RELAXED);
  post(files, call, EXTEND);
}

bool rx_files_wait_for_slot(rx_files *files, uint32_t number, uint64_t deadline) {
  uint32_t *batches = files->batches;
  // In a child, whose memory holds nothing of it.
  if (!batches) return false;
  uint32_t *word = batches + number / RX_BATCH;
  while (true) {
    uint32_t seen = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    if (rx_files_slots_ready(files) > number) return true;
    if (__atomic_load_n(&files->slots_error, __ATOMIC_RELAXED) != 0 || has_died(files)) return false;
    if (rx_process_settled() != files->program) return false;
    uint64_t time = now(), next = time + LOOK_AGAIN;
    if (time >= deadline) return false;
    struct timespec until = moment(deadline < next ? deadline : next);
    sleep_anywhere(word, seen, &until);
  }
}

bool rx_files_trim(rx_files *files, rx_file_call *call, uint64_t deadline) { return ask(files, call, TRIM, deadline); }
bool rx_files_remove(rx_files *files, rx_file_call *call, uint64_t deadline) { return ask(files, call, REMOVE, deadline); }
bool rx_files_look(rx_files *files, rx_file_call *call, uint64_t deadline) { return ask(files, call, LOOK, deadline); }

bool rx_files_barrier(rx_files *files, rx_file_call *call, uint64_t deadline) {
  return ask(files, call, BARRIER, deadline);
}

void rx_files_pause(uint64_t nanoseconds) {
  static uint32_t word;
  struct timespec until = moment(now() + nanoseconds);
  sleep_on(&word, 0, &until);
}

static bool wait_for_thread(rx_files *files, uint64_t deadline) {
  struct timespec until = moment(deadline);
  for (;;) {
    uint32_t thread = __atomic_load_n(&files->thread, __ATOMIC_ACQUIRE);
    if (thread == 0) return true;
    if (now() >= deadline) return false;
    wait_for_end(&files->thread, thread, &until);
  }
}

int rx_files_settle(rx_files *files, rx_file_call *call, const rx_estate *estate, uint64_t deadline) {
  call->arguments[0] = (int64_t)estate;
  if (!ask(files, call, SETTLE, deadline)) return ETIMEDOUT;
  if (call->result <= 0) return (int)-call->result;
  files->helper = (int32_t)call->result;
  // It gives up its rights before it does anything: whoever asks may rely on that.
  if (!rx_files_look(files, call, deadline)) return ETIMEDOUT;
  if (call->result < 0) return (int)-call->result;
  if (!wait_for_thread(files, deadline)) return ETIMEDOUT;
  wait_until_gone(files->beginner);
  munmap(files->own, PAGE + OWN_SIZE);
  files->own = NULL;
  // A child has no business with any of it.
  madvise(files, files->size, MADV_DONTFORK);
  if (estate->mapping) madvise(estate->mapping, estate->mapping_size, MADV_DONTFORK);
  return 0;
}

static bool wait_for_process(rx_files *files, uint64_t deadline) {
  struct timespec until = moment(deadline);
  for (;;) {
    uint32_t life = __atomic_load_n(&files->life, __ATOMIC_ACQUIRE);
    if (life & RX_LIFE_IS_OVER) return true;
    if (now() >= deadline) return false;
    sleep_anywhere(&files->life, life, &until);
  }
}

bool rx_files_end(rx_files *files, rx_file_call *call, uint64_t deadline, bool reaps) {
  ask(files, call, END, 1);
  if (files->helper == 0) {
    if (!wait_for_thread(files, deadline)) return false;
    munmap(files->own, PAGE + OWN_SIZE);
    return true;
  }
  if (!wait_for_process(files, deadline)) return false;
  int before = errno;
  while (reaps && waitpid(files->helper, NULL, __WCLONE) < 0 && errno == EINTR) {}
  errno = before;
  return true;
}

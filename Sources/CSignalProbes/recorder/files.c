#define _GNU_SOURCE
#include "alone.h"
#include "files.h"
#include "thread.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

// What the thread does.

enum { SYSTEM_CALL, WRITE, APPEND, READ_HEADS, FILE_SYSTEM, END };
enum { ROOM_AHEAD = 1 << 20, CHUNK_HEAD = 112 };

ALONE static int64_t write_all(int64_t descriptor, int64_t bytes, int64_t count, int64_t offset) {
  while (count > 0) {
    int64_t written = system_call(SYS_pwrite64, descriptor, bytes, count, offset, 0, 0);
    if (written == -EINTR) continue;
    if (written <= 0) return written < 0 ? written : -EIO;
    bytes += written;
    count -= written;
    offset += written;
  }
  return 0;
}

ALONE static uint64_t size_limit(void) {
  struct rlimit limit;
  if (system_call(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, (int64_t)&limit, 0, 0) != 0) return UINT64_MAX;
  return limit.rlim_cur;
}

/// Whether the recording begins as it did; 0 or an error number, -ENODATA when there is no beginning.
ALONE static int64_t compare_header(rx_files *files) {
  unsigned char found[64];
  int64_t most = files->header_length < sizeof found ? files->header_length : sizeof found;
  int64_t got;
  do got = system_call(SYS_pread64, files->recording, (int64_t)found, most, 0, 0, 0);
  while (got == -EINTR);
  if (got < 0) return got;
  // Zeros: it was cut while we wrote, and our chunk lies behind a hole.
  bool is_ours = true, is_hole = true;
  for (int64_t index = 0; index < got; index++) {
    is_ours = is_ours && found[index] == files->header[index];
    is_hole = is_hole && found[index] == 0;
  }
  if (is_hole || (is_ours && got < most)) return -ENODATA;
  return is_ours ? 0 : -ESTALE;
}

/// Looks whether somebody has cut the recording, and goes on behind what is left: chunks tell what is missing before
/// them. Where somebody has put something else into it, nothing of ours goes there any more.
ALONE static int64_t look_at_recording(rx_files *files) {
  struct stat status;
  int64_t result = system_call(SYS_fstat, files->recording, (int64_t)&status, 0, 0, 0, 0);
  if (result != 0) return result;
  if (status.st_nlink == 0) __atomic_store_n(&files->is_deleted, 1, __ATOMIC_RELAXED);
  result = compare_header(files);
  if (result == 0 && (uint64_t)status.st_size >= files->end) return 0;
  __atomic_store_n(&files->is_cut, 1, __ATOMIC_RELAXED);
  if (result == -ENODATA) result = write_all(files->recording, (int64_t)files->header, files->header_length, 0);
  if (result != 0) return result;
  uint64_t end = (uint64_t)status.st_size;
  if (end < files->header_length) end = files->header_length;
  if (end > files->end) end = files->end;
  __atomic_store_n(&files->end, end, __ATOMIC_RELAXED);
  files->allocated = end;
  return 0;
}

/// Takes disk space ahead, a mebibyte at a time, so that values leave some of it to everything else.
ALONE static int64_t allocate(rx_files *files, uint64_t end, uint64_t most, int content) {
  uint64_t needed = content == RX_CHUNK_VALUES ? end + ROOM_AHEAD : end;
  if (needed <= files->allocated || files->cannot_allocate) return 0;
  uint64_t target = (needed | (ROOM_AHEAD - 1)) + 1;
  if (target > most) target = most;
  if (target <= files->allocated) return 0;
  int64_t result;
  do
    result = system_call(
      SYS_fallocate, files->recording, FALLOC_FL_KEEP_SIZE, (int64_t)files->allocated,
      (int64_t)(target - files->allocated), 0, 0);
  while (result == -EINTR);
  if (result == 0) files->allocated = target;
  else if (result == -ENOSPC || result == -EDQUOT || result == -EFBIG) return content == RX_CHUNK_VALUES ? result : 0;
  else files->cannot_allocate = 1;
  return 0;
}

ALONE static int64_t append(rx_files *files, int64_t bytes, int64_t count, int content) {
  int64_t result = look_at_recording(files);
  if (result != 0) return result;
  uint64_t end = files->end + (uint64_t)count;
  uint64_t most = content == RX_CHUNK_VALUES ? files->values_limit : files->maximum;
  if (content != RX_CHUNK_WITHOUT_RECORDS && end > most) return RX_REFUSED;
  uint64_t limit = size_limit();
  if (end > limit) return -EFBIG;
  result = allocate(files, end, limit, content);
  if (result == 0) result = write_all(files->recording, bytes, count, (int64_t)files->end);
  if (result == 0) __atomic_store_n(&files->end, end, __ATOMIC_RELAXED);
  return result;
}

ALONE static int64_t read_heads(rx_files *files, unsigned char *heads, int64_t most, uint64_t offset) {
  int64_t count = 0;
  for (; count < most && offset + CHUNK_HEAD <= files->end; count++, heads += CHUNK_HEAD) {
    int64_t got;
    do got = system_call(SYS_pread64, files->recording, (int64_t)heads, CHUNK_HEAD, (int64_t)offset, 0, 0);
    while (got == -EINTR);
    if (got != CHUNK_HEAD) break;
    uint32_t payload =
      (uint32_t)heads[4] | (uint32_t)heads[5] << 8 | (uint32_t)heads[6] << 16 | (uint32_t)heads[7] << 24;
    offset += CHUNK_HEAD + payload;
  }
  return count;
}

ALONE static int64_t file_system(int64_t path) {
  struct statfs status;
  int64_t result = system_call(SYS_statfs, path, (int64_t)&status, 0, 0, 0, 0);
  return result == 0 ? (int64_t)(uint32_t)status.f_type : result;
}

ALONE static int64_t perform(rx_files *files, rx_file_call *call) {
  const int64_t *a = call->arguments;
  switch (call->kind) {
    case WRITE: return write_all(a[0], a[1], a[2], a[3]);
    case APPEND: return append(files, a[0], a[1], (int)a[2]);
    case READ_HEADS: return read_heads(files, (unsigned char *)a[0], a[1], (uint64_t)a[2]);
    case FILE_SYSTEM: return file_system(a[0]);
    default: return system_call((long)call->result, a[0], a[1], a[2], a[3], a[4], a[5]);
  }
}

ALONE static rx_file_call *take_calls(rx_files *files) {
  rx_file_call *newest = __atomic_exchange_n(&files->calls, NULL, __ATOMIC_ACQUIRE);
  rx_file_call *oldest = NULL;
  while (newest) {
    rx_file_call *next = newest->next;
    newest->next = oldest;
    oldest = newest;
    newest = next;
  }
  return oldest;
}

ALONE static void serve(void *context) {
  rx_files *files = context;
  system_call(SYS_prctl, 15 /* PR_SET_NAME */, (int64_t)"rxtrace", 0, 0, 0, 0);
  // Every descriptor of the program's of which clone has made a copy.
  close_from(0);
  for (;;) {
    uint32_t seen = __atomic_load_n(&files->posted, __ATOMIC_ACQUIRE);
    rx_file_call *call = take_calls(files);
    if (!call) sleep_on(&files->posted, seen, NULL);
    while (call) {
      // Once it is done it may be used for another call.
      rx_file_call *next = call->next;
      if (call->kind == END) system_call(SYS_exit, 0, 0, 0, 0, 0, 0);
      call->result = perform(files, call);
      __atomic_store_n(&files->is_behind, 0, __ATOMIC_RELAXED);
      __atomic_store_n(&call->state, RX_CALL_DONE, __ATOMIC_RELEASE);
      wake(&call->state);
      call = next;
    }
  }
}

// What others ask of it.

enum { STACK = 64 << 10 };

int rx_files_start(rx_files *files) {
  size_t guard = (size_t)sysconf(_SC_PAGESIZE);
  char *stack = mmap(
    NULL, guard + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED) return errno;
  mprotect(stack, guard, PROT_NONE);
  files->stack = stack;
  files->process = rx_process_settled();
  int64_t result = start_thread(stack + guard + STACK, &files->thread, serve, files);
  if (result > 0) return 0;
  munmap(stack, guard + STACK);
  return (int)-result;
}

// How long a wait goes on before it looks whether this is still the process that asked, in nanoseconds.
enum { LOOK_AGAIN = 200000000 };

bool rx_files_wait(rx_file_call *call, uint64_t deadline) {
  while (rx_file_call_state(call) == RX_CALL_WAITING) {
    uint64_t time = now();
    if ((deadline != 0 && time >= deadline) || rx_process_settled() != call->process) return false;
    uint64_t next = time + LOOK_AGAIN;
    struct timespec until = moment(deadline != 0 && deadline < next ? deadline : next);
    sleep_on(&call->state, RX_CALL_WAITING, &until);
  }
  return true;
}

static bool ask(rx_files *files, rx_file_call *call, uint32_t kind, uint64_t deadline) {
  call->kind = kind;
  call->process = files->process;
  __atomic_store_n(&call->state, RX_CALL_WAITING, __ATOMIC_RELAXED);
  rx_file_call *newest = __atomic_load_n(&files->calls, __ATOMIC_RELAXED);
  do call->next = newest;
  while (!__atomic_compare_exchange_n(&files->calls, &newest, call, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
  __atomic_add_fetch(&files->posted, 1, __ATOMIC_RELEASE);
  wake(&files->posted);
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

bool rx_files_file_system(rx_files *files, rx_file_call *call, const char *path, uint64_t deadline) {
  call->arguments[0] = (int64_t)path;
  return ask(files, call, FILE_SYSTEM, deadline);
}

bool rx_files_end(rx_files *files, rx_file_call *call, uint64_t deadline) {
  ask(files, call, END, 1);
  struct timespec until = moment(deadline);
  for (;;) {
    uint32_t thread = __atomic_load_n(&files->thread, __ATOMIC_ACQUIRE);
    if (thread == 0) break;
    if (now() >= deadline) return false;
    wait_for_end(&files->thread, thread, &until);
  }
  munmap(files->stack, (size_t)sysconf(_SC_PAGESIZE) + STACK);
  return true;
}

// The process that writes a recording.
//
// It is no thread of the program. A thread that the C library does not know would keep a right when the program gives
// it up. A thread that the library knows would keep the program from ending, and from a user namespace of its own. So
// it is a process with memory of its own, and gives up everything at its birth. It shares with the program the memory
// that records lie in. It does the calls that `perform` lists, and nothing else: its filter kills it for any other
// system call. It holds the recording and the staging file, and no other descriptor that could write.
//
// It raises no signal in the program, not even as it ends, and `wait` does not see it.
#define _GNU_SOURCE
#include "helper.h"
#include "alone.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>

enum { ROOM_AHEAD = 1 << 20, CHUNK_HEAD = 112 };

// The recording.

ALONE int64_t rx_write_all(int64_t descriptor, int64_t bytes, int64_t count, int64_t offset) {
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

/// The program's limit, which may have changed; where the program is somebody else's now, the limit at its first
/// subscription.
ALONE static uint64_t size_limit(const struct helper *helper) {
  struct rlimit limit;
  if (system_call(SYS_prlimit64, helper->program, RLIMIT_FSIZE, 0, (int64_t)&limit, 0, 0) != 0
      && system_call(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, (int64_t)&limit, 0, 0) != 0)
    return UINT64_MAX;
  return limit.rlim_cur;
}

/// Whether the program's first thread is under a filter, as the kernel's page about the program says.
ALONE static int64_t look_at_program(const struct helper *helper) {
  static const char WORD[] = "\nSeccomp:\t";
  char text[2048];
  int64_t count = system_call(SYS_pread64, helper->facts, (int64_t)text, sizeof text, 0, 0, 0);
  for (int64_t start = 0; start + (int64_t)sizeof WORD <= count; start++) {
    uint64_t same = 0;
    while (same < sizeof WORD - 1 && text[start + (int64_t)same] == WORD[same]) same++;
    if (same == sizeof WORD - 1) return text[start + (int64_t)same] != '0';
  }
  return 0;
}

/// Whether the recording begins as it did; 0 or an error number, -ENODATA when there is no beginning.
ALONE static int64_t compare_header(const struct helper *helper) {
  unsigned char found[64];
  int64_t most = helper->header_length < sizeof found ? helper->header_length : sizeof found;
  int64_t got;
  do got = system_call(SYS_pread64, helper->recording, (int64_t)found, most, 0, 0, 0);
  while (got == -EINTR);
  if (got < 0) return got;
  // Zeros: it was cut while we wrote, and our chunk lies behind a hole.
  bool is_ours = true, is_hole = true;
  for (int64_t index = 0; index < got; index++) {
    is_ours = is_ours && found[index] == helper->header[index];
    is_hole = is_hole && found[index] == 0;
  }
  if (is_hole || (is_ours && got < most)) return -ENODATA;
  return is_ours ? 0 : -ESTALE;
}

ALONE static void set_end(struct helper *helper, uint64_t end) {
  helper->end = end;
  __atomic_store_n(&helper->files->end, end, __ATOMIC_RELAXED);
}

/// Looks whether somebody has cut the recording, and goes on behind what is left: chunks tell what is missing before
/// them. Where somebody has put something else into it, nothing of ours goes there any more.
ALONE static int64_t look_at_recording(struct helper *helper) {
  rx_files *files = helper->files;
  struct stat status;
  int64_t result = system_call(SYS_fstat, helper->recording, (int64_t)&status, 0, 0, 0, 0);
  if (result != 0) return result;
  result = compare_header(helper);
  bool is_deleted = status.st_nlink == 0, is_whole = result == 0 && (uint64_t)status.st_size >= helper->end;
  if (is_deleted || !is_whole)
    __atomic_store_n(&files->is_filtered, (uint32_t)look_at_program(helper), __ATOMIC_RELAXED);
  if (is_deleted) __atomic_store_n(&files->is_deleted, 1, __ATOMIC_RELAXED);
  if (is_whole) return 0;
  __atomic_store_n(&files->is_cut, 1, __ATOMIC_RELAXED);
  if (result == -ENODATA)
    result = rx_write_all(helper->recording, (int64_t)helper->header, helper->header_length, 0);
  if (result != 0) return result;
  uint64_t end = (uint64_t)status.st_size;
  if (end < helper->header_length) end = helper->header_length;
  if (end > helper->end) end = helper->end;
  set_end(helper, end);
  helper->allocated = end;
  return 0;
}

/// Takes disk space ahead, a mebibyte at a time, so that values leave some of it to everything else.
ALONE static int64_t allocate(struct helper *helper, uint64_t end, uint64_t most, int content) {
  uint64_t needed = content == RX_CHUNK_VALUES ? end + ROOM_AHEAD : end;
  if (needed <= helper->allocated || helper->cannot_allocate) return 0;
  uint64_t target = (needed | (ROOM_AHEAD - 1)) + 1;
  if (target > most) target = most;
  if (target <= helper->allocated) return 0;
  int64_t result;
  do
    result = system_call(
      SYS_fallocate, helper->recording, FALLOC_FL_KEEP_SIZE, (int64_t)helper->allocated,
      (int64_t)(target - helper->allocated), 0, 0);
  while (result == -EINTR);
  if (result == 0) helper->allocated = target;
  else if (result == -ENOSPC || result == -EDQUOT || result == -EFBIG) return content == RX_CHUNK_VALUES ? result : 0;
  else helper->cannot_allocate = true;
  return 0;
}

/// Whether bytes lie where the program and this process share memory.
ALONE static bool is_shared(const struct helper *helper, int64_t bytes, int64_t count) {
  for (int index = ARENA; index <= STAGING; index++) {
    struct range range = helper->ranges[index];
    uintptr_t start = (uintptr_t)bytes;
    if (count >= 0 && start >= range.start && start <= range.end && (uint64_t)count <= range.end - start) return true;
  }
  return false;
}

ALONE static int64_t append(struct helper *helper, int64_t bytes, int64_t count, int content) {
  if (!is_shared(helper, bytes, count)) return -EFAULT;
  int64_t result = look_at_recording(helper);
  if (result != 0) return result;
  uint64_t end = helper->end + (uint64_t)count;
  uint64_t most = content == RX_CHUNK_VALUES ? helper->values_limit : helper->maximum;
  if (content != RX_CHUNK_WITHOUT_RECORDS && end > most) return RX_REFUSED;
  uint64_t limit = size_limit(helper);
  if (end > limit) return -EFBIG;
  result = allocate(helper, end, limit, content);
  if (result == 0) result = rx_write_all(helper->recording, bytes, count, (int64_t)helper->end);
  if (result != 0) return result;
  set_end(helper, end);
  helper->has_index = content == RX_CHUNK_WITHOUT_RECORDS && count > CHUNK_HEAD;
  return 0;
}

ALONE static int64_t read_heads(const struct helper *helper, int64_t place, int64_t most, uint64_t offset) {
  unsigned char *heads = (unsigned char *)place;
  if (most < 0 || most > 1 << 20 || !is_shared(helper, place, most * CHUNK_HEAD)) return -EFAULT;
  int64_t count = 0;
  for (; count < most && offset + CHUNK_HEAD <= helper->end; count++, heads += CHUNK_HEAD) {
    int64_t got;
    do got = system_call(SYS_pread64, helper->recording, (int64_t)heads, CHUNK_HEAD, (int64_t)offset, 0, 0);
    while (got == -EINTR);
    if (got != CHUNK_HEAD) break;
    uint32_t payload =
      (uint32_t)heads[4] | (uint32_t)heads[5] << 8 | (uint32_t)heads[6] << 16 | (uint32_t)heads[7] << 24;
    offset += CHUNK_HEAD + payload;
  }
  return count;
}

/// Gives back the space that was taken ahead, unless somebody has put something else in the recording's place.
ALONE static int64_t trim(struct helper *helper) {
  int64_t result = look_at_recording(helper);
  if (result == 0) result = system_call(SYS_ftruncate, helper->recording, (int64_t)helper->end, 0, 0, 0, 0);
  return result;
}

// The staging file.

/// Wakes the threads that wait for a slot of a batch. The program can change where the word lies, so the place is checked.
ALONE static void wake_batch(const struct helper *helper, uint64_t batch) {
  uint32_t *word = helper->batches + batch;
  struct range arena = helper->ranges[ARENA];
  if ((uintptr_t)word < arena.start || (uintptr_t)word > arena.end - sizeof *word || (uintptr_t)word % sizeof *word) return;
  __atomic_add_fetch(word, 1, __ATOMIC_SEQ_CST);
  wake_anywhere(word);
}

/// How many slots are to have their space.
ALONE static uint64_t wanted_slots(const struct helper *helper) {
  uint64_t wanted = __atomic_load_n(&helper->files->slots_wanted, __ATOMIC_SEQ_CST);
  return wanted < helper->slots ? wanted : helper->slots;
}

/// Takes space for slots until there are as many as wanted. In memory one call takes it; elsewhere only what is written is
/// ours.
ALONE static int64_t extend(struct helper *helper) {
  rx_files *files = helper->files;
  if (helper->staging < 0) return -EBADF;
  uint64_t made = __atomic_load_n(&files->slots_ready, __ATOMIC_RELAXED), wanted;
  int64_t result = 0;
  while (result == 0 && made < (wanted = wanted_slots(helper))) {
    uint64_t count = RX_BATCH - made % RX_BATCH;
    if (count > wanted - made) count = wanted - made;
    int64_t offset = (int64_t)(helper->slots_offset + made * helper->slot_size);
    result = -EOPNOTSUPP;
    if ((uint64_t)offset + count * helper->slot_size > size_limit(helper)) result = -EFBIG;
    else if (helper->takes_space_at_once)
      do
        result = system_call(
          SYS_fallocate, helper->staging, 0, offset, (int64_t)(count * helper->slot_size), 0, 0);
      while (result == -EINTR);
    if (result == -EOPNOTSUPP || result == -ENOSYS) {
      helper->takes_space_at_once = false;
      count = 1;
      result = rx_write_all(helper->staging, (int64_t)helper->zeros, (int64_t)helper->slot_size, offset);
    }
    __atomic_store_n(&files->slots_error, (int32_t)result, __ATOMIC_RELAXED);
    if (result == 0) __atomic_store_n(&files->slots_ready, (uint32_t)(made + count), __ATOMIC_SEQ_CST);
    // In vain: threads that wait for this slot or a later one go on without it.
    uint64_t last = result == 0 ? made : wanted - 1;
    for (uint64_t batch = made / RX_BATCH; batch <= last / RX_BATCH; batch++) wake_batch(helper, batch);
    made += count;
  }
  return result;
}

/// Deletes a name, if it is still that of the file it was.
ALONE static void remove_name(const struct helper *helper, int index) {
  const rx_removal *removal = &helper->removals[index];
  struct stat status;
  if (removal->folder == RX_NO_FOLDER) return;
  int64_t name = (int64_t)helper->names[index];
  if (system_call(SYS_newfstatat, removal->folder, name, (int64_t)&status, AT_SYMLINK_NOFOLLOW, 0, 0) != 0) return;
  if (status.st_ino != removal->inode || status.st_dev != removal->device) return;
  // A deleted link's number is the next file's; that of a file stays as long as it is open.
  if (removal->is_link
      && (status.st_mtim.tv_sec != removal->seconds || status.st_mtim.tv_nsec != removal->nanoseconds))
    return;
  system_call(SYS_unlinkat, removal->folder, name, 0, 0, 0, 0);
}

// The program.

enum { GLOBAL = 1 << 0, GLOBAL_EXPEDITED = 1 << 1 };  // <linux/membarrier.h>

/// Every running thread of the program passes a full fence.
ALONE static int64_t barrier(void) {
#if defined(SYS_membarrier)
  int64_t result = system_call(SYS_membarrier, GLOBAL_EXPEDITED, 0, 0, 0, 0, 0);
  return result == 0 ? 0 : system_call(SYS_membarrier, GLOBAL, 0, 0, 0, 0, 0);
#else
  return -ENOSYS;
#endif
}

ALONE static int64_t perform(struct helper *helper, uint32_t kind, const int64_t *a) {
  switch (kind) {
    case APPEND: return append(helper, a[0], a[1], (int)a[2]);
    case READ_HEADS: return read_heads(helper, a[0], a[1], (uint64_t)a[2]);
    case TRIM: return trim(helper);
    case EXTEND: return extend(helper);
    case LOOK: return look_at_program(helper);
    case BARRIER: return barrier();
    case REMOVE:
      remove_name(helper, 1);
      remove_name(helper, 0);
      return 0;
    default: return -EPERM;
  }
}

// The process's own life.

/// Everything of the program's memory goes, but what is kept. False where some of it stays.
ALONE ALONE_COPYING static bool forget_program(const struct helper *helper) {
  struct range ranges[RANGES];
  int count = 0;
  for (int index = 0; index < RANGES; index++) {
    struct range range = helper->ranges[index];
    if (range.start == range.end) continue;
    int place = count++;
    for (; place > 0 && ranges[place - 1].start > range.start; place--) ranges[place] = ranges[place - 1];
    ranges[place] = range;
  }
  uintptr_t start = 0;
  for (int index = 0; index <= count; index++) {
    bool is_last = index == count;
    bool is_gone = false;
    // The highest address depends on the machine.
    for (int bits = 56; bits >= 38; bits--) {
      uintptr_t end = is_last ? ((uintptr_t)1 << bits) - 4096 : ranges[index].start;
      bool has_gap = end > start;
      is_gone = !has_gap || system_call(SYS_munmap, (int64_t)start, (int64_t)(end - start), 0, 0, 0, 0) == 0;
      if (is_gone || !is_last) break;
    }
    if (!is_gone) return false;
    if (!is_last) start = ranges[index].end;
  }
  return true;
}

/// So long the process may go on after its program, in seconds. A disk that hangs would keep it for ever.
enum { LONGEST_COMPLETION = 30 };

/// Ends the process soon after the program has ended, or is another program: the program's memory holds a lock, which goes
/// with it.
ALONE static void watch(void *context) {
  struct helper *helper = context;
  int64_t result;
  do result = system_call(SYS_flock, helper->life, LOCK_SH, 0, 0, 0, 0);
  while (result == -EINTR);
  struct timespec pause;
  pause.tv_sec = 0;
  pause.tv_nsec = 100000000;
  if (result != 0)
    while (system_call(SYS_getppid, 0, 0, 0, 0, 0, 0) == helper->program)
      system_call(SYS_nanosleep, (int64_t)&pause, 0, 0, 0, 0, 0);
  __atomic_store_n(&helper->is_over, 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&helper->files->posted, 1, __ATOMIC_SEQ_CST);
  wake_anywhere(&helper->files->posted);
  pause.tv_sec = LONGEST_COMPLETION;
  system_call(SYS_nanosleep, (int64_t)&pause, 0, 0, 0, 0, 0);
  system_call(SYS_exit_group, 0, 0, 0, 0, 0, 0);
}

/// Finishes the work of a program that has ended: moves its newest records from the staging file into the recording, and deletes
/// the staging file.
ALONE static void complete(struct helper *helper) {
  struct stat status;
  if (look_at_recording(helper) != 0
      || system_call(SYS_fstat, helper->recording, (int64_t)&status, 0, 0, 0, 0) != 0)
    return;
  uint64_t most = size_limit(helper);
  if (helper->maximum < most) most = helper->maximum;
  // Where the recording is deleted, or has its index, nobody needs the staging file.
  bool is_needed = !helper->has_index && status.st_nlink > 0;
  if (is_needed && rx_helper_complete(helper, most) != 0) return;
  remove_name(helper, 1);
  remove_name(helper, 0);
}

/// Gives up every capability, for good. False where one of them stays.
ALONE static bool drop_privileges(void) {
  struct __user_cap_header_struct header;
  struct __user_cap_data_struct sets[2];
  header.version = _LINUX_CAPABILITY_VERSION_3;
  header.pid = 0;
  for (int index = 0; index < 2; index++) sets[index].effective = sets[index].permitted = sets[index].inheritable = 0;
  system_call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0);
  if (system_call(SYS_capset, (int64_t)&header, (int64_t)sets, 0, 0, 0, 0) == 0) return true;
  // A filter of the program's may forbid that where there is nothing to give up.
  if (system_call(SYS_capget, (int64_t)&header, (int64_t)sets, 0, 0, 0, 0) != 0) return false;
  return (sets[0].permitted | sets[1].permitted | sets[0].effective | sets[1].effective) == 0;
}

/// The kernel marks the word when the process dies, however it does.
ALONE static void tell_of_death(struct helper *helper) {
  helper->robust.next = &helper->robust_head;
  helper->robust_head.first = &helper->robust;
  helper->robust_head.offset = (char *)&helper->files->life - (char *)&helper->robust;
  helper->robust_head.pending = NULL;
  system_call(SYS_set_robust_list, (int64_t)&helper->robust_head, sizeof helper->robust_head, 0, 0, 0, 0);
  uint32_t own = (uint32_t)system_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
  __atomic_store_n(&helper->files->life, own | RX_LIFE_WAITED_FOR, __ATOMIC_RELEASE);
}

ALONE static void live(struct helper *helper) {
  rx_files *files = helper->files;
  system_call(SYS_prctl, PR_SET_NAME, (int64_t)"rxtrace", 0, 0, 0, 0);
  // Nobody of the same user may look into it, or change what it does.
  system_call(SYS_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0, 0);
  // Not of the program's group: a signal to that is none to us. And in no folder that somebody may want to unmount.
  system_call(SYS_setsid, 0, 0, 0, 0, 0, 0);
  system_call(SYS_chdir, (int64_t)"/", 0, 0, 0, 0, 0);
  tell_of_death(helper);
  bool is_harmless = drop_privileges() && forget_program(helper)
    && system_call(SYS_prctl, PR_GET_DUMPABLE, 0, 0, 0, 0, 0) == 0;
  int64_t watcher = !is_harmless ? -1 : clone_thread(
    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM,
    (void **)(helper->ranges[OWN].end - ZEROS - HELPER_STACK), NULL, watch, helper);
  bool is_sealed = watcher > 0 && rx_helper_seal(helper) == 0;
  while (is_sealed) {
    uint32_t seen = __atomic_load_n(&files->posted, __ATOMIC_ACQUIRE);
    // Looked at before: what the program has posted until its end is then taken.
    bool is_over = __atomic_load_n(&helper->is_over, __ATOMIC_SEQ_CST) != 0;
    rx_file_call *call = rx_files_take(files, &helper->ranges[ARENA], helper->most_calls);
    if (!call && is_over) {
      complete(helper);
      system_call(SYS_exit_group, 0, 0, 0, 0, 0, 0);
    }
    if (!call) rx_files_sleep(files, seen);
    // Where it lies, and what it leads to, is what the program says: nothing of ours is touched for it.
    for (uint32_t count = 0; count < helper->most_calls && rx_files_is_call(&helper->ranges[ARENA], call); count++) {
      // Once it is done it may be used for another call. The program may write into it at any moment: it is read once.
      rx_file_call *next = __atomic_load_n(&call->next, __ATOMIC_RELAXED);
      uint32_t kind = __atomic_load_n(&call->kind, __ATOMIC_RELAXED);
      int64_t arguments[3];
      for (int index = 0; index < 3; index++)
        arguments[index] = __atomic_load_n(&call->arguments[index], __ATOMIC_RELAXED);
      if (kind == END) system_call(SYS_exit_group, 0, 0, 0, 0, 0, 0);
      int64_t result = perform(helper, kind, arguments);
      rx_files_done(files, call, result);
      // A thread that wanted more slots during the call has posted no other call.
      if (kind == EXTEND && result == 0) extend(helper);
      call = next;
    }
  }
  system_call(SYS_exit_group, 1, 0, 0, 0, 0, 0);
}

ALONE int64_t rx_helper_start(struct helper *helper) {
  // With memory of its own, and no signal as it ends. No tracer of the program is told.
  uint64_t flags = helper->may_be_traced ? 0 : CLONE_UNTRACED;
  int64_t result = system_call(SYS_clone, (int64_t)flags, 0, 0, 0, 0, 0);
  if (result == 0) live(helper);
  return result;
}

// The process that writes a recording.
//
// It is no thread of the program. A thread that the C library does not know would keep a right when the
// program gives it up. A thread that the library knows would keep the program from ending, and from a user
// namespace of its own. So it is a process with memory of its own, and gives up everything at its birth. It
// shares with the program the memory that records lie in. It does the calls that `perform` lists, and nothing
// else: its filter kills it for any other system call. It holds the recording and the staging file, and no
// other descriptor that could write.
//
// It raises no signal in the program, not even as it ends, and `wait` does not see it.
#define _GNU_SOURCE
#include "helper.h"
#include "alone.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <stddef.h>
#include <sys/prctl.h>

enum { ROOM_AHEAD = 1 << 20, CHUNK_HEAD = 112 };

// The recording.

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
  int64_t result = rx_helper_look_at_recording(helper);
  if (result != 0) return result;
  uint64_t end = helper->end + (uint64_t)count;
  uint64_t most = content == RX_CHUNK_VALUES ? helper->values_limit : helper->maximum;
  if (content != RX_CHUNK_WITHOUT_RECORDS && end > most) return RX_REFUSED;
  uint64_t limit = rx_helper_size_limit(helper);
  if (end > limit) return -EFBIG;
  result = allocate(helper, end, limit, content);
  if (result == 0) result = rx_write_all(helper->recording, bytes, count, (int64_t)helper->end);
  if (result != 0) return result;
  rx_helper_set_end(helper, end);
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

/// Gives back the space that was taken ahead, unless somebody has put something else in the recording's
/// place.
ALONE static int64_t trim(struct helper *helper) {
  int64_t result = rx_helper_look_at_recording(helper);
  if (result == 0) result = system_call(SYS_ftruncate, helper->recording, (int64_t)helper->end, 0, 0, 0, 0);
  return result;
}

// The staging file.

/// Wakes the threads that wait for a slot of a batch. The program can change where the word lies, so the
/// place is checked.
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

/// Takes space for slots until there are as many as wanted. In memory one call takes it; elsewhere only what
/// is written is ours.
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
    if ((uint64_t)offset + count * helper->slot_size > rx_helper_size_limit(helper)) result = -EFBIG;
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
    case LOOK: return rx_helper_look_at_program(helper);
    case BARRIER: return barrier();
    case REMOVE:
      rx_helper_remove_name(helper, 1);
      rx_helper_remove_name(helper, 0);
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
  // Not of the program's group: a signal to that is none to us. And in no folder that somebody may want to
  // unmount.
  system_call(SYS_setsid, 0, 0, 0, 0, 0, 0);
  system_call(SYS_chdir, (int64_t)"/", 0, 0, 0, 0, 0);
  tell_of_death(helper);
  bool is_harmless = drop_privileges() && forget_program(helper)
    && system_call(SYS_prctl, PR_GET_DUMPABLE, 0, 0, 0, 0, 0) == 0;
  int64_t watcher = !is_harmless ? -1 : clone_thread(
    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM,
    (void **)(helper->ranges[OWN].end - ZEROS - HELPER_STACK), NULL, rx_helper_watch, helper);
  bool is_sealed = watcher > 0 && rx_helper_seal(helper) == 0;
  while (is_sealed) {
    uint32_t seen = __atomic_load_n(&files->posted, __ATOMIC_ACQUIRE);
    // Looked at before: what the program has posted until its end is then taken.
    bool is_over = __atomic_load_n(&helper->is_over, __ATOMIC_SEQ_CST) != 0;
    rx_file_call *call = rx_files_take(files, &helper->ranges[ARENA], helper->most_calls);
    if (!call && is_over) {
      rx_helper_finish(helper);
      system_call(SYS_exit_group, 0, 0, 0, 0, 0, 0);
    }
    if (!call) rx_files_sleep(files, seen);
    // Where it lies, and what it leads to, is what the program says: nothing of ours is touched for it.
    for (uint32_t count = 0; count < helper->most_calls && rx_files_is_call(&helper->ranges[ARENA], call); count++) {
      // Once it is done it may be used for another call. The program may write into it at any moment: it is
      // read once.
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

// The thread with which a recording begins. It opens files with the program's rights, in a table of
// descriptors of its own. It ends as soon as the process runs that writes the recording (helper.c).
#define _GNU_SOURCE
#include "alone.h"
#include "helper.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/vfs.h>

/// In nanoseconds.
enum { LOOK_AT_RIGHTS_AFTER = 5000000 };

ALONE static int64_t file_system(int64_t path) {
  struct statfs status;
  int64_t result = system_call(SYS_statfs, path, (int64_t)&status, 0, 0, 0, 0);
  return result == 0 ? (int64_t)(uint32_t)status.f_type : result;
}

/// Opens anew what a descriptor of this thread's stands for. The new one shares no lock with it.
ALONE ALONE_COPYING static int64_t opened_again(int64_t descriptor, int64_t flags) {
  static const char START[] = "/proc/thread-self/fd/";
  char path[sizeof START + 20];
  uint64_t length = sizeof START - 1;
  for (uint64_t index = 0; index < length; index++) path[index] = START[index];
  int64_t unit = 1;
  while (descriptor / unit >= 10) unit *= 10;
  for (; unit > 0; unit /= 10) path[length++] = (char)('0' + descriptor / unit % 10);
  path[length] = 0;
  return system_call(SYS_openat, AT_FDCWD, (int64_t)path, flags | O_CLOEXEC, 0, 0, 0);
}

/// Hands a descriptor over to a page of the program's memory, and with it the lock that it has. The lock goes
/// as soon as the program ends or becomes another one, even if others have the file open. Children do not
/// inherit the page.
ALONE static bool keep_in_memory(int64_t descriptor) {
  int64_t page = system_call(SYS_mmap, 0, PAGE, PROT_NONE, MAP_SHARED, descriptor, 0);
  if (page < 0 && page > -PAGE) page = system_call(SYS_mmap, 0, PAGE, PROT_NONE, MAP_PRIVATE, descriptor, 0);
  if (page < 0 && page > -PAGE) return false;
  system_call(SYS_madvise, page, PAGE, MADV_DONTFORK, 0, 0, 0);
  system_call(SYS_close, descriptor, 0, 0, 0, 0, 0);
  return true;
}

/// Makes a lock that the program's memory has. Returns another descriptor of the same file, for the process
/// that waits for the lock. Negative where that cannot be had.
ALONE static int64_t make_life(void) {
  int64_t kept = system_call(SYS_memfd_create, (int64_t)"rxtrace", 1 /* MFD_CLOEXEC */, 0, 0, 0, 0);
  if (kept < 0) return kept;
  int64_t life = opened_again(kept, O_RDWR);
  if (life >= 0 && system_call(SYS_ftruncate, kept, PAGE, 0, 0, 0, 0) == 0
      && system_call(SYS_flock, kept, LOCK_EX, 0, 0, 0, 0) == 0 && keep_in_memory(kept))
    return life;
  system_call(SYS_close, kept, 0, 0, 0, 0, 0);
  if (life >= 0) system_call(SYS_close, life, 0, 0, 0, 0, 0);
  return -EBADF;
}

ALONE ALONE_COPYING static void take_estate(struct helper *helper, const rx_estate *estate) {
  helper->staging = estate->staging;
  helper->header_length = estate->header_length;
  helper->slots = estate->slots < helper->files->slots ? estate->slots : helper->files->slots;
  helper->batches = helper->files->batches;
  helper->slots_offset = estate->slots_offset;
  helper->slot_size = estate->slot_size;
  helper->takes_space_at_once = helper->staging_is_in_memory = estate->takes_space_at_once;
  helper->ranges[STAGING].start = (uintptr_t)estate->mapping;
  helper->ranges[STAGING].end = (uintptr_t)estate->mapping + estate->mapping_size;
  for (int index = 0; index < 2; index++) {
    rx_removal *to = &helper->removals[index];
    // One by one: for a whole structure the compiler may call the library.
    const rx_removal *from = &estate->removals[index];
    to->folder = from->folder;
    to->is_link = from->is_link;
    to->device = from->device;
    to->inode = from->inode;
    to->seconds = from->seconds;
    to->nanoseconds = from->nanoseconds;
    const char *name = estate->names[index];
    int length = 0;
    for (; name && name[length] && length < RX_LONGEST_NAME - 1; length++) helper->names[index][length] = name[length];
    helper->names[index][length] = 0;
    if (!name || name[length]) to->folder = RX_NO_FOLDER;
  }
}

/// The lines of the program's status that tell its rights, as the kernel writes them.
ALONE ALONE_COPYING static void read_rights(char *rights) {
  static const char *const WORDS[] = {"Uid:", "Gid:", "Groups:", "Cap", "NoNewPrivs:", "Seccomp:"};
  char text[4096];
  int64_t count = -1, length = 0;
  int64_t status = system_call(SYS_openat, AT_FDCWD, (int64_t)"/proc/self/status", O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (status >= 0) {
    count = system_call(SYS_pread64, status, (int64_t)text, sizeof text, 0, 0, 0);
    system_call(SYS_close, status, 0, 0, 0, 0, 0);
  }
  for (int64_t start = 0, end = 0; start < count; start = end + 1) {
    for (end = start; end < count && text[end] != '\n'; end++) {}
    bool is_right = false;
    for (uint64_t word = 0; word < sizeof WORDS / sizeof *WORDS; word++) {
      int64_t same = 0;
      while (WORDS[word][same] && start + same < end && text[start + same] == WORDS[word][same]) same++;
      is_right = is_right || !WORDS[word][same];
    }
    for (int64_t place = start; is_right && place <= end && length < RX_RIGHTS_ROOM - 1; place++)
      rights[length++] = place < count ? text[place] : '\n';
  }
  for (; length < RX_RIGHTS_ROOM; length++) rights[length] = 0;
}

/// Whether the program's first thread has other rights than when this thread was made: then this thread may
/// have some that the program has given up.
ALONE static bool rights_have_changed(const struct helper *helper) {
  char rights[RX_RIGHTS_ROOM];
  read_rights(rights);
  // With hardly any descriptors the kernel's file cannot be opened: then nothing is known.
  if (!rights[0]) return false;
  for (int index = 0; index < RX_RIGHTS_ROOM; index++)
    if (rights[index] != helper->rights[index]) return true;
  return false;
}

/// Starts the process. When that fails, everything that was prepared stays prepared.
ALONE static int64_t settle(struct helper *helper, const rx_estate *estate) {
  // From here on nothing that the program writes decides where the recording ends.
  helper->end = helper->files->end;
  helper->values_limit = helper->files->values_limit;
  helper->maximum = helper->files->maximum;
  if (helper->recording < 0) {
    take_estate(helper, estate);
    helper->life = (int32_t)make_life();
    helper->facts =
      (int32_t)system_call(SYS_openat, AT_FDCWD, (int64_t)"/proc/self/status", O_RDONLY | O_CLOEXEC, 0, 0, 0);
    int64_t again = opened_again(estate->recording, O_RDWR | O_NOCTTY);
    helper->recording = estate->recording;
    if (again >= 0 && keep_in_memory(estate->recording)) helper->recording = (int32_t)again;
    else if (again >= 0) system_call(SYS_close, again, 0, 0, 0, 0, 0);
  }
  return rx_helper_start(helper);
}

ALONE static int64_t perform(struct helper *helper, rx_file_call *call) {
  const int64_t *a = call->arguments;
  switch (call->kind) {
    case SYSTEM_CALL: return system_call((long)call->result, a[0], a[1], a[2], a[3], a[4], a[5]);
    case WRITE: return rx_write_all(a[0], a[1], a[2], a[3]);
    case FILE_SYSTEM: return file_system(a[0]);
    case SETTLE: return settle(helper, (const rx_estate *)a[0]);
    default: return -EPERM;
  }
}

ALONE static uint64_t time_alone(void) {
  struct timespec time;
  system_call(SYS_clock_gettime, CLOCK_MONOTONIC, (int64_t)&time, 0, 0, 0, 0);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

ALONE void rx_files_begin(void *context) {
  struct helper *helper = context;
  rx_files *files = helper->files;
  system_call(SYS_prctl, PR_SET_NAME, (int64_t)"rxtrace", 0, 0, 0, 0);
  // Every descriptor of the program's of which clone has made a copy.
  close_from(0);
  helper->began = time_alone();
  read_rights(helper->rights);
  bool is_forbidden = false;
  for (;;) {
    uint32_t seen = __atomic_load_n(&files->posted, __ATOMIC_ACQUIRE);
    rx_file_call *call = rx_files_take(files, &helper->ranges[ARENA], helper->most_calls);
    if (!call) rx_files_sleep(files, seen);
    while (call) {
      rx_file_call *next = call->next;
      uint32_t kind = call->kind;
      if (kind == END) system_call(SYS_exit, 0, 0, 0, 0, 0, 0);
      uint64_t longest = files->longest, began = time_alone();
      // As a rule all is over within a millisecond. Where it takes longer each call is looked at, and the
      // last one always.
      bool is_looked_at = kind == SETTLE || began - helper->began > LOOK_AT_RIGHTS_AFTER;
      is_forbidden = is_forbidden || (is_looked_at && rights_have_changed(helper));
      int64_t result = is_forbidden ? -EPERM : perform(helper, call);
      // Nobody waits for it any more, and the program may have given up rights meanwhile.
      if (longest != 0 && time_alone() - began > longest) system_call(SYS_exit, 0, 0, 0, 0, 0, 0);
      rx_files_done(files, call, result);
      if (kind == SETTLE && result > 0) system_call(SYS_exit, 0, 0, 0, 0, 0, 0);
      call = next;
    }
  }
}

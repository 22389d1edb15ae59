// Looks at the recording, at its names and at the program. The process that writes a recording takes them
// before it does a call (helper.c), and once more after the program's end (afterwards.c).
#define _GNU_SOURCE
#include "alone.h"
#include "helper.h"

#include <fcntl.h>
#include <sys/stat.h>

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

ALONE uint64_t rx_helper_size_limit(const struct helper *helper) {
  struct rlimit limit;
  if (system_call(SYS_prlimit64, helper->program, RLIMIT_FSIZE, 0, (int64_t)&limit, 0, 0) != 0
      && system_call(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, (int64_t)&limit, 0, 0) != 0)
    return UINT64_MAX;
  return limit.rlim_cur;
}

ALONE int64_t rx_helper_look_at_program(const struct helper *helper) {
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

ALONE void rx_helper_set_end(struct helper *helper, uint64_t end) {
  helper->end = end;
  __atomic_store_n(&helper->files->end, end, __ATOMIC_RELAXED);
}

ALONE int64_t rx_helper_look_at_recording(struct helper *helper) {
  rx_files *files = helper->files;
  struct stat status;
  int64_t result = system_call(SYS_fstat, helper->recording, (int64_t)&status, 0, 0, 0, 0);
  if (result != 0) return result;
  result = compare_header(helper);
  bool is_deleted = status.st_nlink == 0, is_whole = result == 0 && (uint64_t)status.st_size >= helper->end;
  if (is_deleted || !is_whole)
    __atomic_store_n(&files->is_filtered, (uint32_t)rx_helper_look_at_program(helper), __ATOMIC_RELAXED);
  if (is_deleted) __atomic_store_n(&files->is_deleted, 1, __ATOMIC_RELAXED);
  if (is_whole) return 0;
  __atomic_store_n(&files->is_cut, 1, __ATOMIC_RELAXED);
  if (result == -ENODATA)
    result = rx_write_all(helper->recording, (int64_t)helper->header, helper->header_length, 0);
  if (result != 0) return result;
  uint64_t end = (uint64_t)status.st_size;
  if (end < helper->header_length) end = helper->header_length;
  if (end > helper->end) end = helper->end;
  rx_helper_set_end(helper, end);
  helper->allocated = end;
  return 0;
}

ALONE void rx_helper_remove_name(const struct helper *helper, int index) {
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

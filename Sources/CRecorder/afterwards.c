// The work of the process that writes a recording after its program has ended, or has become another one.
#define _GNU_SOURCE
#include "alone.h"
#include "helper.h"

#include <sys/file.h>
#include <sys/stat.h>

/// How long the process may go on after its program, in seconds. A disk that hangs would keep it for ever.
enum { LONGEST_COMPLETION = 30 };

ALONE void rx_helper_watch(void *context) {
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

ALONE void rx_helper_finish(struct helper *helper) {
  struct stat status;
  if (rx_helper_look_at_recording(helper) != 0
      || system_call(SYS_fstat, helper->recording, (int64_t)&status, 0, 0, 0, 0) != 0)
    return;
  uint64_t most = rx_helper_size_limit(helper);
  if (helper->maximum < most) most = helper->maximum;
  // Where the recording is deleted, or has its index, nobody needs the staging file.
  bool is_needed = !helper->has_index && status.st_nlink > 0;
  if (is_needed && rx_helper_complete(helper, most) != 0) return;
  rx_helper_remove_name(helper, 1);
  rx_helper_remove_name(helper, 0);
}

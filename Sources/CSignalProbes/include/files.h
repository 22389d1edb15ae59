// Files that the program cannot reach. A thread of the recorder's own holds them in a table of descriptors that is not
// the program's, and makes the system calls that it is asked for, one after the other.
#ifndef CSIGNALPROBES_FILES_H
#define CSIGNALPROBES_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

/// The system calls that the recorder asks for.
enum {
  RX_OPEN = SYS_openat,
  RX_CLOSE = SYS_close,
  RX_READ = SYS_pread64,
  RX_LOCK = SYS_flock,
  RX_STATUS = SYS_fstat,
  RX_STATUS_AT = SYS_newfstatat,
  RX_RENAME = SYS_renameat2,
  RX_UNLINK = SYS_unlinkat,
  RX_LINK = SYS_symlinkat,
  RX_READ_LINK = SYS_readlinkat,
  RX_LIST = SYS_getdents64,
  RX_TRUNCATE = SYS_ftruncate,
  RX_MAP = SYS_mmap,
};

/// What becomes of a call.
enum { RX_CALL_IDLE = 0, RX_CALL_WAITING = 1, RX_CALL_DONE = 2 };

/// One call, in memory that stays until the call is done. Who asks may go away meanwhile.
typedef struct rx_file_call {
  struct rx_file_call *_Nullable next;
  uint32_t state;
  uint32_t kind;
  /// The process whose thread is asked: a forked child inherits the call, but nobody who does it.
  int32_t process;
  int64_t arguments[6];
  /// As the kernel gives it: negative for an error number.
  int64_t result;
} rx_file_call;

/// The thread, and the recording that it writes. Only the thread itself changes what is said to be its own.
typedef struct rx_files {
  rx_file_call *_Nullable calls;
  /// Grows with each call; the thread sleeps on it.
  uint32_t posted;
  /// The thread's number; 0 once it is gone.
  uint32_t thread;
  /// The process that started it.
  int32_t process;
  /// Not 0 while somebody has given up waiting and no call was done since.
  uint32_t is_behind;
  /// Not 0 once the recording was found to hold less, or other, than what was written to it.
  uint32_t is_cut;
  /// Not 0 once the recording's last name is gone.
  uint32_t is_deleted;
  int32_t recording;
  /// The thread's own: where the next chunk goes, and up to where disk space is ours already.
  uint64_t end;
  uint64_t allocated;
  uint32_t cannot_allocate;
  uint32_t header_length;
  /// The recording's first bytes, to be written again if somebody takes them away.
  const uint8_t *_Nullable header;
  /// Where values end, and where all records end.
  uint64_t values_limit;
  uint64_t maximum;
  void *_Nullable stack;
} rx_files;

/// The chunk may not go beyond the size that was asked for.
static const int64_t RX_REFUSED = INT64_MIN;

/// What a chunk holds: it decides how far the file may grow for its sake.
enum { RX_CHUNK_VALUES = 0, RX_CHUNK_LIFECYCLE = 1, RX_CHUNK_WITHOUT_RECORDS = 2 };

/// Starts the thread. Returns 0 or an error number. It blocks every signal and holds none of the program's descriptors.
int rx_files_start(rx_files *_Nonnull files);

/// Ends the thread, which closes its files, and gives back its stack; not if it does not end by `deadline`.
bool rx_files_end(rx_files *_Nonnull files, rx_file_call *_Nonnull call, uint64_t deadline);

/// Asks for a system call and waits for it until `deadline`, in nanoseconds of CLOCK_MONOTONIC; 0 to wait for ever.
/// Returns whether it is done. Takes no lock, allocates nothing, is no cancellation point and leaves errno alone.
bool rx_files_call(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, long number, int64_t first, int64_t second, int64_t third,
  int64_t fourth, int64_t fifth, int64_t sixth, uint64_t deadline);

/// Asks to write all of some bytes at an offset.
bool rx_files_write(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, int32_t descriptor, const void *_Nonnull bytes, size_t count,
  uint64_t offset, uint64_t deadline);

/// Asks to write a chunk behind the recording's last one. The result is 0, a negative error number or RX_REFUSED.
bool rx_files_append(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, const void *_Nonnull bytes, size_t count, int content,
  uint64_t deadline);

/// Asks for the heads of chunks from `offset` on, 112 bytes each; the result is how many there are.
bool rx_files_read_heads(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, void *_Nonnull heads, size_t most, uint64_t offset,
  uint64_t deadline);

/// Asks on which kind of file system a path lies; the result is a number of <linux/magic.h>, or a negative error number.
bool rx_files_file_system(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, const char *_Nonnull path, uint64_t deadline);

/// Waits until a call is done. Returns false when it is not by `deadline`, and in a forked child, where it never will be.
bool rx_files_wait(rx_file_call *_Nonnull call, uint64_t deadline);

static inline uint32_t rx_file_call_state(const rx_file_call *_Nonnull call) {
  return __atomic_load_n(&call->state, __ATOMIC_ACQUIRE);
}

/// Where the recording ends now.
static inline uint64_t rx_files_end_of_recording(const rx_files *_Nonnull files) {
  return __atomic_load_n(&files->end, __ATOMIC_RELAXED);
}

#endif

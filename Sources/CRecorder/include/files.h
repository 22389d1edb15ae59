// Files that the program cannot reach. While a recording begins, a thread of the recorder's own opens them in
// a table of descriptors that is not the program's. Then a process of the recorder's own takes them over, and
// the thread ends. The process keeps no right. It writes into these files as it is told, and can do nothing
// else (helper.c).
#ifndef CRECORDER_FILES_H
#define CRECORDER_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

/// The system calls that the recorder asks for as it begins.
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

/// The states of a call.
enum { RX_CALL_IDLE = 0, RX_CALL_WAITING = 1, RX_CALL_DONE = 2 };

struct rx_files;

/// One call, in memory that stays until the call is done. The thread that asks may go away meanwhile.
typedef struct rx_file_call {
  struct rx_file_call *_Nullable next;
  struct rx_files *_Nullable files;
  uint32_t state;
  uint32_t kind;
  /// The process that asks: a forked child inherits the call, but no thread that does it.
  int32_t process;
  /// Not 0 once a thread has slept until the call was done. Then the end of the call wakes sleepers.
  uint32_t is_watched;
  int64_t arguments[6];
  /// As the kernel gives it: negative for an error number.
  int64_t result;
} rx_file_call;

enum { RX_LONGEST_NAME = 256, RX_NO_FOLDER = -1 };

/// A name that the process is to delete at the end, if it is still that of this file.
typedef struct rx_removal {
  /// The folder's descriptor; AT_FDCWD for a name from the root.
  int32_t folder;
  bool is_link;
  uint64_t device, inode;
  /// When a link was made.
  int64_t seconds, nanoseconds;
} rx_removal;

/// <linux/futex.h>: somebody waits; the owner of the word is dead.
static const uint32_t RX_LIFE_WAITED_FOR = 0x80000000, RX_LIFE_IS_OVER = 0x40000000;

/// At the start of the memory that the program and the process share. Whatever the program writes here, the
/// process does nothing with it but write to its files.
typedef struct rx_files {
  rx_file_call *_Nullable calls;
  /// Grows with each call. The thread or process that does the calls sleeps on it.
  uint32_t posted;
  /// Not 0 while the thread or process that does the calls sleeps, or is about to.
  uint32_t is_asleep;
  /// The number of the thread that begins; 0 once it is gone.
  uint32_t thread;
  /// The same number, which stays.
  int32_t beginner;
  /// The process's number as it knows it, and what became of it; 0 until it lives.
  uint32_t life;
  /// The same number as the program knows it.
  int32_t helper;
  /// The program.
  int32_t program;
  /// Not 0 while somebody has given up waiting and no call was done since.
  uint32_t is_behind;
  /// Not 0 once the recording was found to hold less, or other, than what was written to it.
  uint32_t is_cut;
  /// Not 0 once the recording's last name is gone.
  uint32_t is_deleted;
  /// Not 0 if the program's first thread was under a filter of system calls when one of the two was found.
  uint32_t is_filtered;
  /// How many slots of the staging file have their space, how many are to have it, and the error number with
  /// which the last try to take it ended: 0 for none, negative as the kernel gives it.
  uint32_t slots_ready;
  uint32_t slots_wanted;
  int32_t slots_error;
  /// After how many nanoseconds in one call the thread that begins does no other one; 0 for never.
  uint64_t longest;
  /// Where the next chunk goes.
  uint64_t end;
  /// Where values end, and where all records end.
  uint64_t values_limit;
  uint64_t maximum;
  /// The rest of the memory: the number of threads that it is made for, and two calls for each of them. Then
  /// a word for each batch of slots: a thread that waits for a slot sleeps on it. Then room for the
  /// recording's first bytes, room for other reads and writes, and a slot for each thread that has none in
  /// the file.
  size_t size, slots;
  rx_file_call *_Nullable thread_calls;
  uint32_t *_Nullable batches;
  uint8_t *_Nullable header, *_Nullable room, *_Nullable spare;
  size_t header_room, room_size;
  void *_Nullable own;
  rx_file_call own_calls[3];
} rx_files;

/// The chunk may not go beyond the size that was asked for.
static const int64_t RX_REFUSED = INT64_MIN;

/// The content of a chunk. It decides how far the file may grow for the chunk.
enum { RX_CHUNK_VALUES = 0, RX_CHUNK_LIFECYCLE = 1, RX_CHUNK_WITHOUT_RECORDS = 2 };

/// The files that the process takes over, and their places. The staging file has `slots` slots of `slot_size`
/// bytes each, from `slots_offset` on. Its descriptor is negative where there is none.
typedef struct rx_estate {
  int32_t recording;
  uint32_t header_length;
  int32_t staging;
  bool takes_space_at_once;
  void *_Nullable mapping;
  size_t mapping_size;
  uint64_t slots_offset, slot_size, slots;
  rx_removal removals[2];
  const char *_Nullable names[2];
} rx_estate;

/// Address space of which nothing is taken before it is touched, also where the program has its memory
/// locked. It is in no core file. Null where there is none.
void *_Nullable rx_reserve(size_t size, bool is_shared);

/// The same for a range that is mapped already, and cannot be touched so far. Returns 0 or an error number.
int rx_open_up(void *_Nonnull start, size_t size);

/// Makes the memory, for so many threads and slots of such a size. Null where there is none.
rx_files *_Nullable rx_files_make(size_t slots, size_t slot_size);

/// Starts the thread. Returns 0 or an error number. It blocks every signal and holds none of the program's
/// descriptors.
int rx_files_start(rx_files *_Nonnull files);

/// Ends the thread and starts the process in its place. Returns 0 or an error number; after EAGAIN it may be
/// tried again.
int rx_files_settle(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, const rx_estate *_Nonnull estate, uint64_t deadline);

/// Ends the thread or process that has the files; `reaps` says whether the caller is to remove the process's
/// remains. False if it does not end by `deadline`.
bool rx_files_end(rx_files *_Nonnull files, rx_file_call *_Nonnull call, uint64_t deadline, bool reaps);

/// Gives the memory back. Nobody may touch it any more.
void rx_files_free(rx_files *_Nonnull files);

/// In a forked child, which has no part in the shared memory: puts memory of its own there, `size` bytes of
/// zeros. An interrupted recorder may still touch it.
void rx_files_abandon(rx_files *_Nonnull files, size_t size);

/// Asks for a system call and waits for it until `deadline`, in nanoseconds of CLOCK_MONOTONIC; 0 to wait for
/// ever. Returns whether it is done. Takes no lock, allocates nothing, is no cancellation point and leaves
/// errno alone. Of the thread that begins only.
bool rx_files_call(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, long number, int64_t first, int64_t second, int64_t third,
  int64_t fourth, int64_t fifth, int64_t sixth, uint64_t deadline);

/// Asks the thread that begins to write all of some bytes at an offset.
bool rx_files_write(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, int32_t descriptor, const void *_Nonnull bytes, size_t count,
  uint64_t offset, uint64_t deadline);

/// Asks the thread that begins on which kind of file system a path lies; the result is a number of
/// <linux/magic.h>, or a negative error number.
bool rx_files_file_system(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, const char *_Nonnull path, uint64_t deadline);

/// Asks to write a chunk, from the staging or the shared memory, behind the recording's last one. The result
/// is 0, a negative error number or RX_REFUSED.
bool rx_files_append(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, const void *_Nonnull bytes, size_t count, int content,
  uint64_t deadline);

/// Asks for the heads of chunks from `offset` on, 112 bytes each, into shared memory; the result is how many
/// there are.
bool rx_files_read_heads(
  rx_files *_Nonnull files, rx_file_call *_Nonnull call, void *_Nonnull heads, size_t most, uint64_t offset,
  uint64_t deadline);

/// Asks to give back disk space that was taken ahead.
bool rx_files_trim(rx_files *_Nonnull files, rx_file_call *_Nonnull call, uint64_t deadline);

/// Asks for space for so many slots in all, and does not wait for it. One thread at a time.
void rx_files_extend(rx_files *_Nonnull files, rx_file_call *_Nonnull call, uint32_t slots);

/// Waits until the slot with this number, which was asked for, has its space. False where it does not come,
/// or not by `deadline`.
bool rx_files_wait_for_slot(rx_files *_Nonnull files, uint32_t number, uint64_t deadline);

/// Asks to delete the names of the staging file.
bool rx_files_remove(rx_files *_Nonnull files, rx_file_call *_Nonnull call, uint64_t deadline);

/// Asks whether the program's first thread is under a filter of system calls; the result is 0 or 1.
bool rx_files_look(rx_files *_Nonnull files, rx_file_call *_Nonnull call, uint64_t deadline);

/// Asks that every running thread of the program passes a full fence. The result is 0 or a negative error
/// number.
bool rx_files_barrier(rx_files *_Nonnull files, rx_file_call *_Nonnull call, uint64_t deadline);

/// The calls that belong to no thread: one for the holder of the registry's lock, one for the end, one for
/// slots that are made ahead.
enum { RX_REGISTRYS_CALL, RX_LAST_CALL, RX_SLOTS_CALL };
static inline rx_file_call *_Nonnull rx_files_own_call(rx_files *_Nonnull files, int which) {
  return &files->own_calls[which];
}

/// Waits until a call is done. Returns false when it is not by `deadline`, and in a forked child, where it
/// never will be.
bool rx_files_wait(rx_file_call *_Nonnull call, uint64_t deadline);

/// Waits so many nanoseconds, by the one system call that threads of the program make for the recorder.
void rx_files_pause(uint64_t nanoseconds);

static inline uint32_t rx_file_call_state(const rx_file_call *_Nonnull call) {
  return __atomic_load_n(&call->state, __ATOMIC_ACQUIRE);
}

/// Where the recording ends now.
static inline uint64_t rx_files_end_of_recording(const rx_files *_Nonnull files) {
  return __atomic_load_n(&files->end, __ATOMIC_RELAXED);
}

/// How many slots of the staging file may be touched.
static inline uint32_t rx_files_slots_ready(const rx_files *_Nonnull files) {
  return __atomic_load_n(&files->slots_ready, __ATOMIC_ACQUIRE);
}

#endif

// The process that writes a recording, as it is set up. Its calls and its life are in helper.c, its looks in
// recording.c, its filter in seal.c, its end in afterwards.c and complete.c.
#ifndef CRECORDER_HELPER_H
#define CRECORDER_HELPER_H

#include "files.h"

#include <stdbool.h>
#include <stdint.h>

/// Where a part of the address space lies.
struct range {
  uintptr_t start, end;
};

/// The program's memory that the process keeps: the code, its stack, and the two parts that it shares with
/// the program.
enum { CODE, OWN, ARENA, STAGING, RANGES };

/// Room for the lines of a process's status that tell its rights.
enum { RX_RIGHTS_ROOM = 512 };

/// Space is taken for this many slots at once.
enum { RX_BATCH = 16 };

enum { PAGE = 4096, HELPER_STACK = 64 << 10, WATCHER_STACK = 8 << 10, ZEROS = 64 << 10 };

/// The process's own facts. They are filled in before the process is made. From then on nobody else can
/// change them.
struct helper {
  /// Names that the process may delete. The filter lets no other address through.
  char names[2][RX_LONGEST_NAME];
  rx_removal removals[2];
  rx_files *files;
  struct range ranges[RANGES];
  const char *zeros;
  /// Descriptors: of the two files, of the lock that goes free when the program ends, and of the kernel's
  /// page about the program.
  int32_t recording, staging, life, facts;
  int32_t program;
  /// A batch has no more calls than this: the program links them, and nobody must trust its links.
  uint32_t most_calls;
  /// For tests of a debug build: whether a tracer is told of the process.
  bool may_be_traced;
  /// Where the recording ends, where values end, and where all records end. The program has copies, which
  /// decide nothing.
  uint64_t end, values_limit, maximum;
  /// When the thread that begins was made, and the rights that the program had then.
  uint64_t began;
  char rights[RX_RIGHTS_ROOM];
  /// Up to where disk space was taken ahead.
  uint64_t allocated;
  bool cannot_allocate, takes_space_at_once;
  /// The staging file is in memory, which goes when the machine does.
  bool staging_is_in_memory;
  /// The program has ended the recording.
  bool has_index;
  /// The program has ended, or is another one. The thread that watches sets it.
  uint32_t is_over;
  const uint8_t *header;
  uint32_t header_length;
  uint64_t slots, slots_offset, slot_size;
  uint32_t *batches;
  /// <linux/futex.h>'s list of words that the kernel marks when the process dies; one word.
  struct {
    void *next;
  } robust;
  struct {
    void *first;
    long offset;
    void *pending;
  } robust_head;
};

/// Makes the process. Returns its number, or a negative error number.
int64_t rx_helper_start(struct helper *helper) __attribute__((visibility("hidden")));

/// From here on the process can make the system calls that it needs, and no other one. Returns 0 or a
/// negative error number.
int64_t rx_helper_seal(const struct helper *helper) __attribute__((visibility("hidden")));

/// The watching thread: ends the process soon after the program has ended, or is another program. The
/// program's memory holds a lock, which goes with it. `helper` is its context.
void rx_helper_watch(void *helper) __attribute__((visibility("hidden")));

/// Finishes the work of a program that has ended: moves its newest records from the staging file into the
/// recording, and deletes the staging file.
void rx_helper_finish(struct helper *helper) __attribute__((visibility("hidden")));

/// Puts the content of the staging file behind the end of the recording, which may not become larger than
/// `most`. Returns 0 or a negative error number: then the recording is as it was. Nobody writes into the
/// staging file any more.
int64_t rx_helper_complete(const struct helper *helper, uint64_t most) __attribute__((visibility("hidden")));

/// The program's limit of a file's size, which may have changed; where the program is somebody else's now,
/// the limit at its first subscription.
uint64_t rx_helper_size_limit(const struct helper *helper) __attribute__((visibility("hidden")));

/// Whether the program's first thread is under a filter, as the kernel's page about the program says; 0 or 1.
int64_t rx_helper_look_at_program(const struct helper *helper) __attribute__((visibility("hidden")));

/// Looks whether somebody has cut the recording, and goes on behind what is left: chunks tell what is missing
/// before them. Where somebody has put something else into it, nothing of ours goes there any more. Returns 0
/// or a negative error number.
int64_t rx_helper_look_at_recording(struct helper *helper) __attribute__((visibility("hidden")));

/// Moves the end of the recording, here and in the program's copy.
void rx_helper_set_end(struct helper *helper, uint64_t end) __attribute__((visibility("hidden")));

/// Deletes one of the two names, if it is still that of the file it was.
void rx_helper_remove_name(const struct helper *helper, int index) __attribute__((visibility("hidden")));

/// The thread with which a recording begins (beginner.c); `helper` is its context.
void rx_files_begin(void *helper) __attribute__((visibility("hidden")));

/// Whether a call lies where the program and the process share memory. Only there may it be read or answered.
bool rx_files_is_call(const struct range *shared, const rx_file_call *call) __attribute__((visibility("hidden")));

/// The calls that others have posted, the oldest first: no more than `most`, and up to one that does not lie
/// in `shared`.
rx_file_call *rx_files_take(rx_files *files, const struct range *shared, uint32_t most)
  __attribute__((visibility("hidden")));

/// Sleeps until a call is posted, but for one that the caller has `seen`.
void rx_files_sleep(rx_files *files, uint32_t seen) __attribute__((visibility("hidden")));

/// Says that a call is done.
void rx_files_done(rx_files *files, rx_file_call *call, int64_t result) __attribute__((visibility("hidden")));

int64_t rx_write_all(int64_t descriptor, int64_t bytes, int64_t count, int64_t offset)
  __attribute__((visibility("hidden")));

/// The kinds of calls. Only the thread that begins does the first four.
enum {
  SYSTEM_CALL, WRITE, FILE_SYSTEM, SETTLE,
  APPEND, READ_HEADS, TRIM, EXTEND, REMOVE, LOOK, BARRIER, END,
};

#endif

// Files whose paths somebody else may have chosen: what a path leads to is looked at before it is opened.
#ifndef CFILES_FOUND_FILE_H
#define CFILES_FOUND_FILE_H

// The C library's own types are named in comments alone: Swift would take them for this module's.

#include <stdbool.h>
#include <stdint.h>

/// Which links of a path are followed.
enum {
  /// All of them.
  RX_FOLLOW = 0,
  /// All but one in the last part.
  RX_NOT_LAST = 1,
  /// None. The path is one below the folder, and leads out of it by no `..` either.
  RX_BELOW = 2,
};

/// Finds what `path`, below the descriptor `folder` or AT_FDCWD, leads to, and says what it is: `status` is a
/// struct stat. Nothing is opened, so that no device starts to work and no pipe is waited for. Returns a
/// descriptor that can only be asked, or a negative error number.
int rx_file_find(int folder, const char *_Nonnull path, int how, void *_Nonnull status);

/// Opens the file below a folder, part by part: for kernels without openat2 (before 5.6), and where a filter
/// forbids it.
int rx_file_find_below(int folder, const char *_Nonnull path);

/// Opens a folder, over any link, to look below it. Returns a descriptor or a negative error number.
int rx_file_folder(const char *_Nonnull path);

/// Whether what was found lies in /proc, where the kernel follows a link to something else than its text
/// says.
bool rx_file_is_of_proc(int found);

/// Opens what was found. Returns another descriptor or a negative error number. Never waits for whoever holds
/// a lease on it.
int rx_file_open_found(int found, int flags);

/// Finds and opens an ordinary file. Returns a descriptor or a negative error number: ELOOP for a link that
/// is not followed, EISDIR for a folder, EINVAL for a pipe, a socket or a device, none of which was opened.
int rx_file_open(int folder, const char *_Nonnull path, int how, int flags, void *_Nonnull status);

/// Gives a file of a folder another name in it that nobody has. Returns 0 or a negative error number, EEXIST
/// where somebody has the name. On file systems that cannot do this in one step the name is taken by an empty
/// file first.
int rx_file_rename(int folder, const char *_Nonnull name, const char *_Nonnull new_name);

/// Waits for a sem_t, until a moment of CLOCK_MONOTONIC in nanoseconds at most. Says whether it was raised.
bool rx_wait_until(void *_Nonnull semaphore, uint64_t deadline);

#endif

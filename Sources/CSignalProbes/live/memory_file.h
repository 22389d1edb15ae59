// A file in memory that other processes of the user find among this one's descriptors.
#ifndef CSIGNALPROBES_MEMORY_FILE_H
#define CSIGNALPROBES_MEMORY_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct rx_memory_file {
  /// -1 where there is none.
  int descriptor;
  dev_t device;
  ino_t inode;
} rx_memory_file;

/// Makes a file of that size that can be sealed. Its descriptor is closed on exec, and has a number that no
/// program takes for one of its own. False where no such file can be had.
bool rx_memory_file_make(rx_memory_file *file, const char *name, uint64_t length)
  __attribute__((visibility("hidden")));

/// Closes it, if the program has not done so itself and has another file by that number.
void rx_memory_file_close(rx_memory_file *file) __attribute__((visibility("hidden")));

#endif

// Code in a program that has given up root, which writes into the memory that it shares with the recorder's process.
#define _GNU_SOURCE
#include "CTorturedProgram.h"

#include "../../../Sources/CRecorder/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { HEADER = 64, HEAD = 112 };

static uint64_t in_a_moment(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec + 300000000u;
}

static int open_there(rx_files *files, rx_file_call *call, const char *path, int flags) {
  rx_files_call(files, call, RX_OPEN, AT_FDCWD, (int64_t)path, flags | O_CLOEXEC, 0600, 0, 0, 0);
  return (int)call->result;
}

/// Posts what is no call of the program's: it lies where only the process has memory.
static void post_forged(rx_files *files, uintptr_t call) {
  __atomic_store_n(&files->calls, (rx_file_call *)call, __ATOMIC_RELEASE);
  __atomic_add_fetch(&files->posted, 1, __ATOMIC_RELEASE);
  syscall(SYS_futex, &files->posted, 1 /* FUTEX_WAKE */, 1, NULL, NULL, 0);
  usleep(20000);
}

static bool is_alive(const rx_files *files) {
  return (__atomic_load_n(&files->life, __ATOMIC_ACQUIRE) & RX_LIFE_IS_OVER) == 0;
}

/// What is to be put over the process's own list of names: `name` in a folder that it holds, and nothing else.
static void put_removal(char *heads, int folder, const char *name, const struct stat *file) {
  rx_removal removal = {.folder = folder, .device = file->st_dev, .inode = file->st_ino};
  rx_removal none = {.folder = RX_NO_FOLDER};
  memset(heads, 0, 2 * HEAD);
  strcpy(heads, name);
  memcpy(heads + HEAD + 32, &removal, sizeof removal);
  memcpy(heads + HEAD + 32 + sizeof removal, &none, sizeof none);
}

int forge_calls(const char *path) {
  // Before the thread begins: it has a folder of its own.
  if (chdir(path) != 0) return 1;
  rx_files *files = rx_files_make(64, 65536);
  if (!files || rx_files_start(files) != 0) return 1;
  rx_file_call *call = rx_files_own_call(files, RX_REGISTRYS_CALL);
  int recording = open_there(files, call, "recording", O_RDWR | O_CREAT | O_EXCL);
  int staging = open_there(files, call, "recording.stage", O_RDWR | O_CREAT | O_EXCL);
  int folder = open_there(files, call, ".", O_PATH | O_DIRECTORY);
  struct stat own, victim;
  if (recording < 0 || staging < 0 || folder < 0 || stat("recording.stage", &own) != 0
      || stat("victim", &victim) != 0)
    return 1;
  memset(files->header, 'H', HEADER);
  rx_files_write(files, call, recording, files->header, HEADER, 0, 0);
  files->end = HEADER;
  files->maximum = files->values_limit = 1 << 20;
  static rx_estate estate;
  estate.recording = recording;
  estate.header_length = HEADER;
  estate.staging = staging;
  estate.mapping_size = PAGE;
  estate.mapping = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  estate.removals[0] = (rx_removal){.folder = folder, .device = own.st_dev, .inode = own.st_ino};
  estate.names[0] = "recording.stage";
  estate.removals[1].folder = RX_NO_FOLDER;
  uintptr_t helper = (uintptr_t)files->own + PAGE;
  if (rx_files_settle(files, call, &estate, 0) != 0) return 1;
  if (setresuid(65534, 65534, 65534) != 0 || unlink("victim") == 0) return 2;

  char *heads = (char *)files->room;
  put_removal(heads, folder, "victim", &victim);
  rx_files_append(files, call, heads, 2 * HEAD, RX_CHUNK_WITHOUT_RECORDS, in_a_moment());
  uint64_t place = files->end - 2 * HEAD;
  // Each word of the process's own page taken for a call once: one of them is where the shared memory begins.
  for (size_t offset = 0; offset + sizeof(rx_file_call) <= PAGE && is_alive(files); offset += 8)
    if (offset % 64 == 0 || offset == offsetof(struct helper, ranges[ARENA].start)) post_forged(files, helper + offset);
  // At the edges of what is shared, and off by a few bytes.
  uintptr_t edges[] = {(uintptr_t)files - 8, (uintptr_t)files + files->size - 8, (uintptr_t)files->room + 4, UINTPTR_MAX};
  for (size_t index = 0; index < sizeof edges / sizeof *edges; index++) post_forged(files, edges[index]);
  // Were the memory that is shared everywhere now, this would write into the process's own.
  rx_files_read_heads(files, call, (void *)(helper + offsetof(struct helper, names)), 1, place, in_a_moment());
  rx_files_read_heads(
    files, call, (void *)(helper + offsetof(struct helper, removals) - 32), 1, place + HEAD, in_a_moment());
  // A call of the thread that began, which the process does not know.
  rx_files_call(files, call, RX_UNLINK, AT_FDCWD, (int64_t)"victim", 0, 0, 0, 0, in_a_moment());
  // Beyond what is shared: nothing of the process's own, nor of the program's, goes into the recording.
  rx_files_append(files, call, (void *)helper, PAGE, RX_CHUNK_WITHOUT_RECORDS, in_a_moment());
  bool is_refused = call->result < 0;
  // A recording without an end, and calls that lead round and round.
  uint64_t end = files->end;
  files->end = UINT64_MAX - HEAD;
  files->maximum = files->values_limit = UINT64_MAX;
  rx_files_append(files, call, heads, 2 * HEAD, RX_CHUNK_VALUES, in_a_moment());
  rx_file_call *ring = (rx_file_call *)(heads + PAGE);
  memset(ring, 0, 2 * sizeof *ring);
  ring[0].next = ring[1].next = ring;
  ring[0].kind = ring[1].kind = LOOK;
  post_forged(files, (uintptr_t)ring);
  struct stat grown;
  bool is_bounded = stat("recording", &grown) == 0 && (uint64_t)grown.st_size == end + 2 * HEAD
    && grown.st_blocks * 512 <= 4 << 20;
  rx_files_remove(files, call, in_a_moment());
  printf(
    "%s %s %s %s\n", stat("victim", &victim) == 0 ? "there" : "gone", is_alive(files) ? "alive" : "dead",
    is_refused ? "refused" : "copied", is_bounded ? "bounded" : "grown");
  fflush(stdout);
  return 0;
}

#define _GNU_SOURCE
#include "control.h"

#include "../live/memory_file.h"
#include "live.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WORDS = 5 };

static rx_memory_file file = {.descriptor = -1};
static bool is_shared;

static bool is_wanted(void) {
  const char *word = secure_getenv("RXTRACE_CONTROL");
  return !getauxval(AT_SECURE) && !(word && strcmp(word, "0") == 0);
}

// After the table of living subscriptions, which knows whether this is a forked child. Before the program has
// forbidden itself anything.
__attribute__((constructor(1001))) static void prepare(void) {
  if (!is_wanted() || sysconf(_SC_PAGESIZE) != sizeof rx_control) return;
  rx_control.request.layout = 1;
  rx_control.request.process = (uint64_t)getpid();
  if (!rx_memory_file_make(&file, "rxtrace-control", sizeof rx_control)) return;
  if (fcntl(file.descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0
      && pwrite(file.descriptor, &rx_control, sizeof rx_control, 0) == sizeof rx_control
      && mmap(&rx_control, sizeof rx_control, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file.descriptor, 0)
           != MAP_FAILED) {
    is_shared = true;
    return;
  }
  rx_memory_file_close(&file);
}

void rx_control_leave(bool was_forked) {
  if (!is_shared) return;
  is_shared = false;
  volatile uint64_t *words = &rx_control.next;
  uint64_t kept[WORDS];
  for (int index = 0; index < WORDS; index++) kept[index] = words[index] & ~RX_OBSERVER;
  void *own =
    mmap(&rx_control, sizeof rx_control, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (own == MAP_FAILED) return;
  for (int index = 0; index < WORDS; index++) words[index] = kept[index];
  // A child that was made by a bare system call may share its descriptors with its parent.
  if (was_forked) rx_memory_file_close(&file);
}

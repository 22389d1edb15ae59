#define _GNU_SOURCE
#include "CTorturedProgram.h"
#include "guard.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// A copy of the runtime's guard, and a mapping that it guards: two pages, of which the file is cut away.
struct copy {
  void (*begin)(void *, size_t, size_t, size_t, uint8_t *, const char *);
  void (*check)(void);
  void (*end)(void);
  char *memory;
  uint8_t broken;
};

enum { PAGE = 4096 };

static char *map_what_is_cut(void) {
  int file = memfd_create("cut", 0);
  if (ftruncate(file, 2 * PAGE) != 0) exit(65);
  char *memory = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED || ftruncate(file, 0) != 0) exit(65);
  close(file);
  return memory;
}

static void say(const char *text) {
  ssize_t written = write(1, text, strlen(text));
  (void)written;
}

static void own_handler(int number, siginfo_t *info, void *context) {
  (void)number, (void)info, (void)context;
  say("the program's own handler\n");
  _exit(7);
}

static struct sigaction found;

static void chained_handler(int number, siginfo_t *info, void *context) {
  say("one that hands on\n");
  found.sa_sigaction(number, info, context);
}

static void set(void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGBUS, &action, &found);
}

static void begin(struct copy *copy) {
  copy->memory = map_what_is_cut();
  copy->begin(copy->memory, 2 * PAGE, 0, 2 * PAGE, &copy->broken, "");
}

void guard_twice(const char *path, const char *way) {
  void *library = dlopen(path, RTLD_NOW);
  struct copy copies[2] = {{.begin = rx_guard_begin, .check = rx_guard_check, .end = rx_guard_end}};
  if (library) {
    copies[1].begin = dlsym(library, "rx_guard_begin");
    copies[1].check = dlsym(library, "rx_guard_check");
    copies[1].end = dlsym(library, "rx_guard_end");
  }
  if (!copies[1].begin || !copies[1].check || !copies[1].end || copies[1].begin == copies[0].begin) exit(66);
  bool is_between = strcmp(way, "between") == 0;
  if (!is_between) set(own_handler);
  struct copy *first = &copies[strcmp(way, "second") == 0], *second = &copies[first == copies];
  begin(first);
  if (is_between) set(own_handler);
  begin(second);
  if (strcmp(way, "chained") == 0) set(chained_handler);
  for (int turn = 0; turn < 3; turn++) {
    first->check();
    second->check();
  }
  first->memory[0] = second->memory[0] = 1;
  first->check();
  if (strcmp(way, "ended") == 0) {
    first->end();
    second->memory[PAGE] = 1;
    second->end();
    struct sigaction now;
    sigaction(SIGBUS, NULL, &now);
    if (now.sa_sigaction == own_handler) say("as it was\n");
  } else {
    first->memory[PAGE] = second->memory[PAGE] = 1;
  }
  if (copies[0].broken && copies[1].broken) say("both guarded\n");
  *map_what_is_cut() = 1;
}

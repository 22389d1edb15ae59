#define _GNU_SOURCE
#include "CTorturedProgram.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// What a child does. A debugger may look at it that is no parent of its.
static void live(child_body body) {
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  _exit(body());
}

static int run(void *body) {
  live((child_body)body);
  return 0;
}

/// A child that shares the memory of its parent, which waits until it has ended, as vfork's does.
static pid_t clone_sharing(child_body body) {
  enum { SIZE = 1 << 20 };
  char *stack = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return -1;
  pid_t child = clone(run, stack + SIZE, CLONE_VM | CLONE_VFORK | SIGCHLD, (void *)body);
  munmap(stack, SIZE);
  return child;
}

pid_t make_child(const char *way, child_body body) {
  pid_t child = -1;
  if (strcmp(way, "fork") == 0) {
    child = fork();
  } else if (strcmp(way, "raw") == 0) {
#ifdef SYS_fork
    child = (pid_t)syscall(SYS_fork);
#else
    child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#endif
  } else if (strcmp(way, "clone") == 0) {
    child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  } else if (strcmp(way, "vfork") == 0) {
    child = vfork();
    if (child == 0) live(body);
    return child;
  } else if (strcmp(way, "shared") == 0) {
    return clone_sharing(body);
  } else if (strcmp(way, "spawn") == 0) {
    char *const arguments[] = {"true", NULL};
    char *const environment[] = {NULL};
    return posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environment) == 0 ? child : -1;
  }
  if (child == 0) live(body);
  return child;
}

void end_this_thread(void) { pthread_exit(NULL); }

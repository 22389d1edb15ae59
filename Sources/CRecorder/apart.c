// A thread of the program's own that does one thing for an observer.
#define _GNU_SOURCE
#include "apart.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

enum { STACK = 512 << 10 };

static void *run(void *body) {
  ((rx_apart_body)(uintptr_t)body)();
  return NULL;
}

int32_t rx_run_apart(rx_apart_body body) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, STACK);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  error = pthread_create(&thread, &attributes, run, (void *)(uintptr_t)body);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return error;
}

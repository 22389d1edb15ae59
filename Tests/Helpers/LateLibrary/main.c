// LateLibrary LIBRARY COUNT: a program without probes of its own. Each step waits for a line on standard input: it loads
// LIBRARY, fires COUNT times the probe `next` that is in it, and ends.
//
// LateLibrary LIBRARY closed: a thread loads LIBRARY, uses what it keeps for each thread, closes it, and ends.
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void step(const char *said) {
  puts(said);
  fflush(stdout);
  for (int letter; (letter = getchar()) != '\n';)
    if (letter == EOF) exit(1);
}

static void *load_and_close(void *path) {
  void *library = dlopen(path, RTLD_NOW);
  void *(*thread)(void) = library ? dlsym(library, "rx_thread_current") : NULL;
  if (!thread || !thread()) return dlerror();
  dlclose(library);
  return NULL;
}

static int end_thread_after_close(char *path) {
  for (int round = 0; round < 3; round++) {
    pthread_t thread;
    void *failure;
    if (pthread_create(&thread, NULL, load_and_close, path) != 0) return 1;
    pthread_join(thread, &failure);
    if (failure) return fputs(failure, stderr), 1;
  }
  return 0;
}

int main(int count, char **words) {
  if (count != 3) return 64;
  if (strcmp(words[2], "closed") == 0) return end_thread_after_close(words[1]);
  step("ready");
  void *library = dlopen(words[1], RTLD_NOW);
  volatile unsigned short *semaphore = library ? dlsym(library, "racsignal_next_semaphore") : NULL;
  void (*next)(uint64_t, uint64_t, uint64_t, const char *) = library ? dlsym(library, "racsignal_next") : NULL;
  if (!semaphore || !next) return fputs(dlerror(), stderr), 1;
  step("loaded");
  for (int event = 1; event <= atoi(words[2]); event++)
    if (*semaphore) next(1, event, 0, "inTheLibrary");
  step("done");
  return 0;
}

// LateLibrary LIBRARY COUNT: a program without probes of its own. Each step waits for a line on standard input: it loads
// LIBRARY, fires COUNT times the probe `next` that is in it, and ends.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void step(const char *said) {
  puts(said);
  fflush(stdout);
  for (int letter; (letter = getchar()) != '\n';)
    if (letter == EOF) exit(1);
}

int main(int count, char **words) {
  if (count != 3) return 64;
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

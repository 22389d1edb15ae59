#include "clock.h"

#include <stdio.h>
#include <string.h>

bool rx_clock_counts_cycles;

// Before what reads it at load.
__attribute__((constructor(900))) static void choose_clock(void) {
#if defined(__x86_64__)
  char name[8] = "";
  FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
  if (!file) return;
  if (fgets(name, sizeof name, file)) rx_clock_counts_cycles = strncmp(name, "tsc", 3) == 0;
  fclose(file);
#endif
}

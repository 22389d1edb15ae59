#include "live.h"

#include "clock.h"
#include "thread.h"

// In the part of the file that is mapped to be written, so that a reader finds it by its place in the file.
rx_live_head rx_live = {
    .layout = 1, .record_size = sizeof(rx_subscription), .records_of_a_chunk = RX_LIVE_RECORDS_OF_A_CHUNK};

// After the constructor that chooses the clock.
__attribute__((constructor(1000))) static void read_clocks(void) {
  rx_live.counts_cycles = rx_clock_counts_cycles;
  rx_live.ticks = rx_clock_ticks();
  rx_live.monotonic = rx_clock_monotonic();
}

__asm__(".pushsection .note.rxtrace, \"a\", %note\n"
        ".balign 4\n"
        ".4byte 8, 8, 1\n"
        ".asciz \"rxtrace\"\n"
        "1: .8byte rx_live - 1b\n"
        ".popsection\n");

// The head of the table of living subscriptions, as another process finds it: through the note `.note.rxtrace` of the file
// that holds it, which says how far from the note it lies. It stays when symbols are stripped.
#ifndef CSIGNALPROBES_LIVE_H
#define CSIGNALPROBES_LIVE_H

#include <stdbool.h>
#include <stdint.h>

/// All numbers in the order of the machine's bytes. A reader that does not know `layout` reads nothing else.
typedef struct rx_live_head {
  /// 1.
  uint32_t layout;
  /// Bytes of a record, which is an `rx_subscription`.
  uint32_t record_size;
  /// Records of a chunk. The first word of the last one is the address of the chunk before, 0 for none.
  uint32_t records_of_a_chunk;
  /// 1 when ticks are the time-stamp counter's, 0 when they are nanoseconds of CLOCK_MONOTONIC.
  uint32_t counts_cycles;
  /// One reading of both clocks, early in the life of the process.
  uint64_t ticks;
  uint64_t monotonic;
  /// The newest chunk; 0 for none.
  uint64_t chunks;
} rx_live_head;

__attribute__((visibility("hidden"))) extern rx_live_head rx_live;

#define RX_LIVE_RECORDS_OF_A_CHUNK 1024

static inline uint64_t rx_live_newest_chunk(void) { return __atomic_load_n(&rx_live.chunks, __ATOMIC_ACQUIRE); }

/// Enters a chunk, whose last record begins at `link`.
static inline void rx_live_enter(uint64_t chunk, uint64_t *_Nonnull link) {
  uint64_t known = __atomic_load_n(&rx_live.chunks, __ATOMIC_RELAXED);
  do {
    *link = known;
  } while (!__atomic_compare_exchange_n(&rx_live.chunks, &known, chunk, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
}

#endif

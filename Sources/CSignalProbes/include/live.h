// The table of living subscriptions, as another process finds it.
//
// It lies in a file in memory by the name `rxtrace`, of which the process has a descriptor: whoever may look
// at the process opens it through `/proc/PID/fd`. The file can neither shrink nor grow, and nobody else can
// write to it. Where such a file cannot be had, the table lies in the process's own memory. There it is
// found, as root finds it anywhere, through the note `.note.rxtrace` of the program's or library's file,
// which says how far from the note the head lies. The note stays when symbols are stripped.
#ifndef CSIGNALPROBES_LIVE_H
#define CSIGNALPROBES_LIVE_H

#include <stdbool.h>
#include <stddef.h>
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
  /// The newest chunk; 0 for none. In a file it is always 0.
  uint64_t chunks;
} rx_live_head;

/// The beginning of the file.
typedef struct rx_live_file {
  rx_live_head head;
  /// The process whose table it is, by its own number. A forked child has no such file, but may still have
  /// the descriptor of its parent's.
  uint64_t process;
  /// The address at which the process has the file's first byte.
  uint64_t base;
  /// Where in the file the first chunk lies, and how many there are, one after the other. A chunk that nobody
  /// uses is zero.
  uint64_t first;
  uint64_t chunks;
  /// Chunks that are not in the file.
  uint64_t elsewhere;
  /// Texts that were made at run time lie between these places of the file. All others lie in the program's
  /// own files.
  uint64_t texts;
  uint64_t texts_end;
} rx_live_file;

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

/// A new chunk, at a multiple of its size; 0 where there is no memory. It is to be entered, or given back.
uint64_t rx_live_map_chunk(void);
void rx_live_unmap_chunk(uint64_t chunk);

/// Keeps a text for good where an observer finds it, with a zero behind it. NULL where there is no room. One
/// thread at a time.
const char *_Nullable rx_live_keep_text(const char *_Nonnull text, size_t count);

/// To be called before a thread takes anything of the table: makes it this process's own. In a child that was
/// forked, in whatever way, it is its parent's until then.
void rx_live_own(void);
bool rx_live_is_own(void);

/// Called when a child has got a table of its own: a copy of its parent's.
typedef void (*rx_live_child_handler)(void);
void rx_live_set_child_handler(rx_live_child_handler _Nullable handler);

#endif

// The streams of the program, and the loops that read them.
#ifndef CSWIFTTASKS_STREAM_TABLE_H
#define CSWIFTTASKS_STREAM_TABLE_H

#include "streams.h"

typedef struct stream {
  struct stream *next;
  char *storage;
  const rx_task_place *place;
  /// 0 until somebody reads it.
  uint64_t number;
  struct loop *loops;
  bool is_over, is_abandoned;
} stream;

/// One task that reads one stream.
typedef struct loop {
  struct loop *next_of_stream, *next_of_task;
  stream *stream;
  char *task;
  void *record, *source;
  bool is_waiting;
} loop;

// One lock for everything here. Nobody calls code of the program with it. All functions below but the first
// two need it.

void streams_lock(void);
void streams_unlock(void);

/// The stream with this storage; NULL where there is none.
stream *streams_find(const char *storage);
void streams_add(stream *made);
/// Takes a stream out of the table; its loops stay with it.
stream *streams_take(const char *storage);

/// The loop in which a task reads a stream. It begins with the first value that the task waits for.
loop *streams_loop(stream *it, char *task, const char *context, resume_function resume);
void streams_set_waiting(loop *reader, bool is_waiting);
void streams_end_loop(loop *ended, uint32_t how, const void *error);

#endif

// The entry points of the Swift runtime that this library stands before, or calls.
#ifndef CSWIFTTASKS_RUNTIME_H
#define CSWIFTTASKS_RUNTIME_H

#include "layouts.h"

#define SWIFT __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))
#define CONTEXT __attribute__((swift_context))
#define INDIRECT __attribute__((swift_indirect_result))

typedef struct made_task {
  char *task;
  char *context;
} made_task;

/// A list of things that whoever makes a task says of it.
typedef struct task_option {
  size_t flags;
  const struct task_option *next;
  void *first, *second;
} task_option;

typedef SWIFT made_task (*create_function)(size_t flags, const task_option *options, const void *type, const void *function,
                                           void *closure);
typedef SWIFT void (*async_let_function)(void *let, const task_option *options, const void *type, const void *function,
                                         void *closure, void *result);
typedef SWIFT void (*cancel_function)(char *task);
typedef SWIFT void (*enqueue_function)(char *task, void *executor, void *witness);
typedef SWIFT char *(*current_function)(void);
typedef SWIFT_ASYNC void (*resume_function)(ASYNC_CONTEXT void *context, CONTEXT void *error);

// Streams. The arguments that a function has beyond those that matter here are passed on as they are.
typedef SWIFT void (*make_stream_function)(char **stream, char **continuation, const void *type, const void *policy,
                                           const void *element);
typedef SWIFT void (*init_stream_function)(INDIRECT char **stream, const void *type, const void *policy, const void *build,
                                           void *captured, const void *element);
typedef SWIFT void (*send_function)(INDIRECT void *result, void *first, void *second, void *third,
                                    CONTEXT char **continuation);
typedef SWIFT void (*destroy_function)(CONTEXT char *object);
typedef SWIFT_ASYNC void (*produce_function)(void *result, void *second, void *third, ASYNC_CONTEXT char *context,
                                             CONTEXT char *storage);

enum { STREAM_SENDERS = 8 };

/// The functions of streams: of `AsyncStream`, then of `AsyncThrowingStream`. NULL where the runtime has
/// none.
typedef struct stream_functions {
  make_stream_function make[2];
  init_stream_function init[2];
  send_function send[STREAM_SENDERS];
} stream_functions;

typedef struct task_runtime {
  /// NULL: nothing is noted.
  const rx_task_layout *layout;
  create_function create;
  async_let_function async_let;
  cancel_function cancel, cancel_handle;
  enqueue_function enqueue;
  current_function current;
  void *(*retain)(void *object);
  stream_functions streams;
  /// Its code.
  uintptr_t begin, end;
} task_runtime;

/// Finds the runtime, once, and looks whether it is a known one.
const task_runtime *task_runtime_find(void);

#endif

// The entry points of the Swift runtime that this library stands before, or calls.
#ifndef CSWIFTTASKS_RUNTIME_H
#define CSWIFTTASKS_RUNTIME_H

#include "layouts.h"

#define SWIFT __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))
#define CONTEXT __attribute__((swift_context))

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

typedef struct task_runtime {
  /// NULL: nothing is noted.
  const rx_task_layout *layout;
  create_function create;
  async_let_function async_let;
  cancel_function cancel, cancel_handle;
  enqueue_function enqueue;
  current_function current;
  void *(*retain)(void *object);
  /// Its code.
  uintptr_t begin, end;
} task_runtime;

/// Finds the runtime, once, and looks whether it is a known one.
const task_runtime *task_runtime_find(void);

#endif

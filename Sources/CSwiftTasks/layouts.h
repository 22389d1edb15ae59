// Everything private of the Swift runtime that this library depends on, for each version. A version that is
// not in this table is refused. `layout` and `task_size` are what the runtime says of itself, in
// `_swift_concurrency_debug_internal_layout_version` and `_swift_concurrency_debug_asyncTaskSize`.
//
// To add a version: compare `Job`, `AsyncTask` and `AsyncContext` in include/swift/ABI/Task.h with the
// offsets here, the classes of stdlib/public/Concurrency/AsyncStreamBuffer.swift with the stream's, and run
// `TaskTests` and `StreamTests` with that version. `rxtrace` has the same table for what it reads from
// outside, in TaskRuntime.swift of TraceImport.
#ifndef CSWIFTTASKS_LAYOUTS_H
#define CSWIFTTASKS_LAYOUTS_H

#include <stddef.h>
#include <stdint.h>

typedef struct rx_task_layout {
  uint32_t layout;
  size_t task_size;
  /// In a task: a word that the runtime reserves, sets to 0 and does not use (`Job::Reserved`).
  size_t word;
  /// In a task: the low half of its status (`ActiveTaskStatus::Flags`), and the bit in it that says it is
  /// cancelled.
  size_t status;
  uint64_t status_cancelled;
  /// The bits of a task that runs, or is about to.
  uint64_t status_active;
  /// In the first context of a task: the function that ends the task (`AsyncContext::ResumeParent`).
  size_t resume_parent;
  /// In the object behind a stream: its storage, the function that gives the next value, and the context of
  /// that function.
  size_t stream_storage, stream_produce, stream_captured;
  /// In the strong count of a storage, less one: the share of the stream itself, and the share of each
  /// waiting task.
  uint32_t stream_held, stream_held_waiting;
  const char *versions;
} rx_task_layout;

static const rx_task_layout rx_task_layouts[] = {
  {.layout = 1, .task_size = 208, .word = 0x30, .status = 0x60, .status_cancelled = 0x100, .status_active = 0x1800,
   .resume_parent = 8, .stream_storage = 0x10, .stream_produce = 0x18, .stream_captured = 0x20, .stream_held = 1,
   .stream_held_waiting = 2, .versions = "6.3"},
};

// The bits of the flags of `swift_task_create` (`TaskCreateFlags`), and the kinds of its options
// (`TaskOptionRecordKind`): part of the binary interface that compiled programs use.
enum {
  TASK_IS_CHILD = 1 << 8,
  TASK_COPIES_LOCALS = 1 << 10,
  TASK_INHERITS_CONTEXT = 1 << 11,
  TASK_IS_ENQUEUED = 1 << 12,

  OPTION_SERIAL_EXECUTOR = 0,
  OPTION_GROUP = 1,
  OPTION_ASYNC_LET = 3,
  OPTION_NAME = 7,
};

#endif

// The tasks of a program that knows nothing of us: this library defines entry points of the Swift runtime, notes what
// passes, and goes on to the runtime's own. The loader takes these first where the library is preloaded (LD_PRELOAD), and
// where it is linked into the program.
#ifndef CSWIFTTASKS_H
#define CSWIFTTASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a task was made.
enum {
  /// `Task { }`
  RX_TASK_UNSTRUCTURED = 0,
  /// `Task.detached { }`
  RX_TASK_DETACHED = 1,
  /// `group.addTask { }`
  RX_TASK_CHILD = 2,
  /// `async let`
  RX_TASK_ASYNC_LET = 3,
  /// The task of an asynchronous `main`
  RX_TASK_MAIN = 4,
  RX_TASK_KINDS = 5,
};

/// So many calls are kept of those that led to a task. The first may be inside of `Task.init`, or of a library.
enum { RX_TASK_CALLS = 4 };

/// A place that makes tasks. It is described once, and never freed.
typedef struct rx_task_place {
  /// A `CallSite`, which Swift keeps here.
  uint64_t site[3];
  /// Addresses inside of call instructions, the innermost first.
  uintptr_t calls[RX_TASK_CALLS];
  uint32_t count;
  uint32_t kind;
} rx_task_place;

/// Finds the loaded file of code that an address lies in: its path, or the program's name, and the address as the file
/// itself counts. False where there is none, or the name has no room.
bool rx_task_find_module(uintptr_t address, uint64_t *_Nonnull offset, char *_Nonnull name, size_t room);

// Defined in Swift, called from here. A record is that of a `TracedSubscription`.

/// Describes a place.
void rx_task_describe(rx_task_place *_Nonnull place);
/// Begins the life of a task. It is called before the task can run.
/// - Parameter parent: the record of the task that made it; NULL for none.
void *_Nonnull rx_task_begin(const rx_task_place *_Nonnull place, void *_Nullable parent, const char *_Nullable name);
/// Says that a task that has not ended was cancelled.
void rx_task_cancelled(void *_Nonnull record);
/// How a task ended.
enum { RX_TASK_RETURNED = 0, RX_TASK_CANCELLED_BY_PARENT = 1, RX_TASK_CANCELLED_BEFORE = 2 };
/// Ends the life of a task, whose record must not be used afterwards.
/// - Parameter error: what it threw; NULL if it did not.
void rx_task_end(void *_Nonnull record, uint32_t how, const void *_Nullable error);
/// Says in one line why tasks are not recorded.
void rx_task_refuse(const char *_Nonnull reason);

#endif

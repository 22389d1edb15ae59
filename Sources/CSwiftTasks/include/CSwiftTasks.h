// The tasks of a program that knows nothing of us: this library defines entry points of the Swift runtime,
// notes what passes, and goes on to the runtime's own. The loader takes these first where the library is
// preloaded (LD_PRELOAD), and where it is linked into the program.
#ifndef CSWIFTTASKS_H
#define CSWIFTTASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The thing that was made: a task in one of several ways, a stream, or a loop over a stream.
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
  /// `AsyncStream`
  RX_STREAM = 5,
  /// `AsyncThrowingStream`
  RX_THROWING_STREAM = 6,
  /// `for await`, or another reader of a stream
  RX_LOOP = 7,
  RX_TASK_KINDS = 8,
};

/// How many of the calls that led to a task, a stream or a loop are kept. The first may be inside of
/// `Task.init`, or of a library.
enum { RX_TASK_CALLS = 4 };

/// A place that makes tasks, streams or loops. It is described once, and never freed.
typedef struct rx_task_place {
  /// A `CallSite`, which Swift keeps here.
  uint64_t site[3];
  /// Addresses inside of call instructions, the innermost first. For a loop: where the functions that wait
  /// will go on.
  uintptr_t calls[RX_TASK_CALLS];
  uint32_t count;
  uint32_t kind;
} rx_task_place;

/// Finds the loaded file of code that an address lies in: its path, or the program's name, and the address as
/// the file itself counts. False where there is none, or the name has no room.
bool rx_task_find_module(uintptr_t address, uint64_t *_Nonnull offset, char *_Nonnull name, size_t room);

// Defined in Swift, called from here. A record is that of a `TracedSubscription`.

/// Whether a task or a stream that is made here and now is to be noted. A program without this function has
/// all noted.
/// - Parameter parent_is_noted: the task that makes it is noted itself.
bool rx_task_is_wanted(bool parent_is_noted) __attribute__((weak));
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

/// A number that tells a stream from all others.
uint64_t rx_stream_number(void);
/// Begins the life of a loop that reads a stream, and above it the life of the stream as this loop sees it.
/// - Parameters:
///   - task: the record of the task that reads; NULL where it is not noted.
///   - source: takes the record of the stream's life.
/// - Returns: the record of the loop's life.
void *_Nonnull rx_loop_begin(const rx_task_place *_Nonnull loop, const rx_task_place *_Nonnull stream, void *_Nullable task,
                             uint64_t number, void *_Nullable *_Nonnull source);
/// Says that a value was handed to the stream, or that a loop got one.
void rx_loop_next(void *_Nonnull record);
/// Whether somebody looks at values.
bool rx_values_are_watched(void);
/// Says that the stream is finished.
void rx_stream_finished(void *_Nonnull source, const void *_Nullable error);
/// Says that nobody can send to the stream or finish it any more, and that somebody waits for it.
void rx_stream_abandoned(uint64_t number);
/// How a loop ended: the stream was finished; it failed; the task was cancelled; the loop was left, or its
/// task ended; the stream's memory went.
enum { RX_LOOP_FINISHED = 0, RX_LOOP_FAILED = 1, RX_LOOP_CANCELLED = 2, RX_LOOP_LEFT = 3, RX_LOOP_FREED = 4 };
/// Ends both lives of a loop, whose records must not be used afterwards.
/// - Parameter is_over: the end of the stream has been told.
void rx_loop_end(void *_Nonnull record, void *_Nonnull source, uint32_t how, const void *_Nullable error, bool is_over);

// Defined here, called from Swift.

/// Whether this version of the Swift runtime is a known one. Otherwise nothing is noted, and `rx_task_refuse`
/// was told why.
bool rx_task_runtime_is_known(void);
/// Looks at once whether anybody can still finish the streams that tasks wait for. Otherwise that is looked
/// at now and then.
void rx_streams_look_now(void);

/// Says in one line why tasks are not recorded.
void rx_task_refuse(const char *_Nonnull reason);

#endif

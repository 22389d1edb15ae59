// The places that make tasks, streams and loops, by the calls that lead there.
#ifndef CSWIFTTASKS_PLACES_H
#define CSWIFTTASKS_PLACES_H

#include "CSwiftTasks.h"
#include "runtime.h"

/// The place of a task or a stream that is being made.
/// - Parameter frame: the frame of the function that the program has called to make it.
const rx_task_place *task_place(const uintptr_t *frame, uint32_t kind, const task_runtime *runtime);

/// The place of a function that waits.
/// - Parameters:
///   - context: the context of a function of the runtime that waits for it.
///   - resume: where the one that called this function goes on.
const rx_task_place *task_place_waiting(const char *context, uintptr_t resume, const task_runtime *runtime);

#endif

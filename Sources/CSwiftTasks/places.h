// The places that make tasks, by the calls that lead there.
#ifndef CSWIFTTASKS_PLACES_H
#define CSWIFTTASKS_PLACES_H

#include "CSwiftTasks.h"
#include "runtime.h"

/// The place of a task that is being made.
/// - Parameter frame: the frame of the function that the program has called to make it.
const rx_task_place *task_place(const uintptr_t *frame, uint32_t kind, const task_runtime *runtime);

#endif

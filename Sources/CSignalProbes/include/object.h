// Whether an object of the program lives, without a reference to it: entry points of the Swift runtime.
#ifndef CSIGNALPROBES_OBJECT_H
#define CSIGNALPROBES_OBJECT_H

#include <stdbool.h>

/// Keeps the object's memory, not the object: an unowned reference.
void rx_object_keep_memory(void *_Nullable object);
void rx_object_give_memory(void *_Nullable object);
/// Gives up the only reference to an object that no other thread can reach any more: locks no memory.
void rx_object_release_only(void *_Nonnull object);
/// Whether its deinit has begun. Its memory must be kept.
bool rx_object_is_gone(void *_Nullable object);

#endif

// Whether an object of the program lives, without a reference to it: entry points of the Swift runtime.
#ifndef CSIGNALPROBES_OBJECT_H
#define CSIGNALPROBES_OBJECT_H

#include <stdbool.h>

/// Keeps the object's memory, not the object: an unowned reference.
void rx_object_keep_memory(void *_Nullable object);
void rx_object_give_memory(void *_Nullable object);
/// Gives up the last reference to an object that lies anywhere: no other thread can make one any more, but
/// may still be about to give one up. Locks no memory if this is the only one.
void rx_object_release_unshared(void *_Nonnull object);
/// Whether its deinit has begun. Its memory must be kept.
bool rx_object_is_gone(void *_Nullable object);

#endif

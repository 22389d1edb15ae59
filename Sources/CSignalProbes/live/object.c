#include "object.h"

#include <stdatomic.h>

extern void *swift_unownedRetain(void *object);
extern void swift_unownedRelease(void *object);
extern void swift_release(void *object);
extern void swift_nonatomic_release(void *object);
extern bool swift_isUniquelyReferenced_nonNull_native(const void *object);
extern bool swift_isDeallocating(void *object);

void rx_object_keep_memory(void *object) { swift_unownedRetain(object); }
void rx_object_give_memory(void *object) { swift_unownedRelease(object); }
// Nobody else can come by a reference, so a count of one stays one. Another thread may have had the other one
// until now: what it did to the object has happened before what the end does.
void rx_object_release_unshared(void *object) {
  if (!swift_isUniquelyReferenced_nonNull_native(object)) {
    swift_release(object);
    return;
  }
  atomic_thread_fence(memory_order_acquire);
  swift_nonatomic_release(object);
}

bool rx_object_is_gone(void *object) { return swift_isDeallocating(object); }

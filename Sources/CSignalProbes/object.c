#include "object.h"

extern void *swift_unownedRetain(void *object);
extern void swift_unownedRelease(void *object);
extern void swift_nonatomic_release(void *object);
extern bool swift_isDeallocating(void *object);

void rx_object_keep_memory(void *object) { swift_unownedRetain(object); }
void rx_object_give_memory(void *object) { swift_unownedRelease(object); }
void rx_object_release_only(void *object) { swift_nonatomic_release(object); }
bool rx_object_is_gone(void *object) { return swift_isDeallocating(object); }

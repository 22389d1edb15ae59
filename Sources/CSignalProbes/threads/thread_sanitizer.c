// Tells the thread sanitizer about locks that it cannot see, in a program that is built with it. Under
// contention, `Mutex` of Swift's Synchronization locks and unlocks inside a library that the sanitizer has
// not instrumented. So it would report a race for everything that a contended mutex guards. These functions
// stand before the library's own, and tell it.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// The library's functions, by the names that it exports. Weak: a program that contains the library has its
// own.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle
#define STANDS_FOR(name) __asm__(name) __attribute__((weak))

static void *library_function(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

SWIFT void rx_mutex_lock(uint32_t thread, SELF) STANDS_FOR(LOCK);
SWIFT void rx_mutex_lock(uint32_t thread, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))library_function(LOCK))(thread, handle);
  __tsan_acquire(handle);
}

SWIFT bool rx_mutex_try_lock(SELF) STANDS_FOR(TRY_LOCK);
SWIFT bool rx_mutex_try_lock(SELF) {
  bool locked = ((SWIFT bool (*)(SELF))library_function(TRY_LOCK))(handle);
  if (locked) __tsan_acquire(handle);
  return locked;
}

SWIFT void rx_mutex_unlock(SELF) STANDS_FOR(UNLOCK);
SWIFT void rx_mutex_unlock(SELF) {
  __tsan_release(handle);
  ((SWIFT void (*)(SELF))library_function(UNLOCK))(handle);
}

#endif
#endif

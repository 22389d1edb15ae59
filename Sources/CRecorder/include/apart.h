// A thread of the program's own that does one thing for an observer.
#ifndef CRECORDER_APART_H
#define CRECORDER_APART_H

#include <stdint.h>

typedef void (*rx_apart_body)(void);

/// Runs `body` on a thread of its own, which blocks every signal and ends with it. The C library knows the
/// thread: a change of the program's user reaches it. Returns 0 or an error number.
int32_t rx_run_apart(rx_apart_body _Nonnull body);

#endif

// Keeps the recorder from harming the program by a mapping of a file that somebody may cut.
#ifndef CRECORDER_GUARD_H
#define CRECORDER_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Begins to guard a mapping of a file: where somebody takes the file's end away, a touch gives a page of
/// zeros instead of SIGBUS. `broken` has a byte for each `part` bytes of the mapping behind the first `head`
/// ones, which becomes 1; `line` is said on standard error the first time.
void rx_guard_begin(
  void *_Nonnull start, size_t size, size_t head, size_t part, uint8_t *_Nonnull broken, const char *_Nonnull line);

/// Puts the guard's handler in force again where the program has set another one meanwhile: the guard's then
/// stands in front of it. Also lets the signal through where this thread blocks it.
void rx_guard_check(void);

/// Ends the guard. Unless somebody has set another handler, puts the handler back that was there before.
void rx_guard_end(void);

/// Whether the guard has stepped in, anywhere.
bool rx_guard_has_tripped(void);

/// Says the guard's line as if it had stepped in: somebody has put other bytes into the file.
void rx_guard_trip(void);

#endif

// Lines of the recorder on standard error, which is the program's: to say one raises no signal and stops
// nobody.
#ifndef CRECORDER_SAY_H
#define CRECORDER_SAY_H

#include <stddef.h>

/// Writes a line to standard error if that is still what it was when the program began, and would not block.
/// A disk that hangs costs half a second, and the line. May be called in a signal handler; leaves errno
/// alone.
void rx_say(const char *_Nonnull line);

/// The same, and waits for nothing: for a caller that has a lock or may have interrupted the owner of one.
void rx_say_soon(const char *_Nonnull line);

/// A line that is to be said later, if at all. Null where there is no memory.
void *_Nullable rx_line_make(const char *_Nonnull line);

/// Says it, where any instruction of the program may have been interrupted: calls nothing of the library, and
/// touches nothing but the line, which is not the caller's any more.
void rx_line_say(void *_Nonnull line);

/// Gives a line back that was not said.
void rx_line_drop(void *_Nonnull line);

/// Waits for the last line that was said in this way, until half a second after it was said at most.
void rx_say_wait(void);

/// Writes to standard error, whatever that is now. Like a write of the program itself, this waits until the
/// bytes are taken. But it raises no signal, not even where the terminal stops a program that writes in the
/// background. And it is no cancellation point.
void rx_write_error(const char *_Nonnull bytes, size_t count);

#endif

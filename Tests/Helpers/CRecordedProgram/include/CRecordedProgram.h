// What RecordedProgram needs and Swift cannot say.
#ifndef CRECORDEDPROGRAM_H
#define CRECORDEDPROGRAM_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts blocks: not where a sanitizer does it.
extern const bool allocations_are_counted;

/// How many blocks this thread has asked for so far.
uint64_t allocations_of_this_thread(void);

/// Forks behind the C library's back: no handler is called.
int fork_without_handlers(void);

/// Forks as programs do.
int fork_with_handlers(void);

/// Gives up a right, or asks for a namespace, in one of the ways that are listed there. Returns as the system call does, and
/// sets errno; -2 for no such way.
int give_up(const char *_Nonnull right);

/// Has malloc ask the system for nothing more, for a while.
void make_room_for_malloc(void);

/// Lets every thread of the process make the system calls that it needs itself, and those that RELIABILITY.md lists for the
/// recorder. Any other one kills the process. Returns 0, or -1 and errno.
int allow_only_what_is_listed(void);

/// 0 if the process has no child that `waitpid` would tell of.
int remains_of_children(void);

#endif

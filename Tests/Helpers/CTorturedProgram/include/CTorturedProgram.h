// What TorturedProgram needs and Swift cannot say.
#ifndef CTORTUREDPROGRAM_H
#define CTORTUREDPROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

/// What a child does; its exit status.
typedef int (*child_body)(void);

/// Makes a child that runs `body` and ends, in one of the ways "fork", "raw", "clone", "vfork", "shared", "spawn";
/// a spawned one runs another program instead. Returns its number, or -1.
pid_t make_child(const char *way, child_body body);

/// Two copies of the runtime, the program's own and that of a library, guard a mapping each beside a handler of the
/// program's own, which is then to be called for a fault of its own. `way`: which of them is there first, and more.
void guard_twice(const char *library, const char *way);

/// The end of a thread from within what it runs. Swift has no name for it that returns.
void end_this_thread(void);

#endif

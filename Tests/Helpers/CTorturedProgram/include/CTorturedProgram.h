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

/// Starts the recorder's process for files in the folder at `path`, gives up root, and writes into the shared memory whatever
/// could have the process delete the file `victim` there. Prints `there` or `gone` for the file, `alive` or `dead` for the
/// process, `refused` or `copied` for memory that is not shared, and `bounded` or `grown` for the recording. Returns 0, or
/// another number where it did not come to that.
int forge_calls(const char *path);

/// The end of a thread from within what it runs. Swift has no name for it that returns.
void end_this_thread(void);

#endif

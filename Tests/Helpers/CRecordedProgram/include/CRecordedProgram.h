// What RecordedProgram needs and Swift cannot say.
#ifndef CRECORDEDPROGRAM_H
#define CRECORDEDPROGRAM_H

#include <stdint.h>
#include <sys/types.h>

/// How many blocks this thread has asked for so far.
uint64_t allocations_of_this_thread(void);

/// Forks behind the C library's back: no handler is called.
pid_t fork_without_handlers(void);

#endif

// What RecordedProgram needs and Swift cannot say.
#ifndef CRECORDEDPROGRAM_H
#define CRECORDEDPROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Whether this build counts blocks: not where a sanitizer does it.
extern const bool allocations_are_counted;

/// How many blocks this thread has asked for so far.
uint64_t allocations_of_this_thread(void);

/// Forks behind the C library's back: no handler is called.
pid_t fork_without_handlers(void);

#endif

#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdint.h>

/// How many blocks and bytes this process has asked for since it began, on all threads.
void allocation_counter_read(int64_t *_Nonnull blocks, int64_t *_Nonnull bytes);

#endif

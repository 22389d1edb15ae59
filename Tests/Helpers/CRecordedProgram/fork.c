#define _GNU_SOURCE
#include "CRecordedProgram.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int fork_without_handlers(void) { return (int)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
int fork_with_handlers(void) { return (int)fork(); }

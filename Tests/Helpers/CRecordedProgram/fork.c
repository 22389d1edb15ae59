#define _GNU_SOURCE
#include "CRecordedProgram.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t fork_without_handlers(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }

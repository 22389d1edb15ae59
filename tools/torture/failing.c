// failing SEED PROGRAM ARGUMENT…: runs a program, and stands between all its threads and the kernel. Now and then a
// call on a file that has ".rxtrace" in its name fails, or does half of the work. The next time it succeeds. At the end
// it says how often calls failed. It is a tracer, and no library in front of the C library's: the recorder does not
// call that library.
//
// failing kill NUMBER PROGRAM ARGUMENT…: nothing fails, but the program is killed at one of its writes to such a file, by
// the number: before it, when a part of it is done, or right behind it.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
#error "only for the registers of x86-64"
#endif

static unsigned seed, turns, failures;

/// Which write to be killed at, from 1; 0 for none. How many there were, and the thread that does the last one.
static unsigned last_write, writes;
static pid_t program, dying;

/// For each thread in a call that is to fail: the thread, and the error.
static struct { pid_t thread; int error; } pending[256];

static int is_ours(pid_t thread, unsigned long long descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/%d/fd/%llu", thread, descriptor);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count <= 0) return 0;
  path[count] = 0;
  return strstr(path, ".rxtrace") != NULL;
}

/// 0 to go on, else the error to fail with, or -1 for half of the work.
static int verdict(const struct user_regs_struct *call) {
  static const int answers[] = {EINTR, 0, EINTR, EINTR, 0, -1, 0, EAGAIN, 0, 0, -1};
  int answer = answers[(seed + turns++) % (sizeof answers / sizeof *answers)];
  switch (call->orig_rax) {
    case SYS_pwrite64: return answer;
    // Only errors that the kernel gives for these calls.
    case SYS_pread64: return answer == EAGAIN ? EINTR : answer == -1 ? 0 : answer;
    case SYS_fallocate:
    case SYS_ftruncate: return answer == 0 || answer == -1 ? 0 : EINTR;
    default: return 0;
  }
}

static int is_on_a_file(unsigned long long number) {
  return number == SYS_pwrite64 || number == SYS_pread64 || number == SYS_fallocate || number == SYS_ftruncate;
}

static void count_write(pid_t thread, struct user_regs_struct *call) {
  if (call->orig_rax != SYS_pwrite64 || ++writes != last_write) return;
  failures++;
  switch (seed % 3) {
    case 0: kill(program, SIGKILL); return;
    case 1:
      call->rdx = call->rdx * (seed % 7 + 1) / 8;
      ptrace(PTRACE_SETREGS, thread, NULL, call);
  }
  dying = thread;
}

static void entering(pid_t thread) {
  struct user_regs_struct call;
  if (ptrace(PTRACE_GETREGS, thread, NULL, &call) != 0) return;
  if (!is_on_a_file(call.orig_rax) || !is_ours(thread, call.rdi)) return;
  if (last_write != 0) return count_write(thread, &call);
  int answer = verdict(&call);
  if (answer == 0) return;
  if (answer < 0) {
    if (call.rdx < 2) return;
    call.rdx /= 2;
  } else {
    for (size_t place = 0; place < sizeof pending / sizeof *pending; place++) {
      if (pending[place].thread != 0) continue;
      pending[place].thread = thread;
      pending[place].error = answer;
      call.orig_rax = (unsigned long long)-1;
      break;
    }
  }
  failures++;
  ptrace(PTRACE_SETREGS, thread, NULL, &call);
}

static void leaving(pid_t thread) {
  if (thread == dying) kill(program, SIGKILL);
  for (size_t place = 0; place < sizeof pending / sizeof *pending; place++) {
    if (pending[place].thread != thread) continue;
    pending[place].thread = 0;
    struct user_regs_struct call;
    if (ptrace(PTRACE_GETREGS, thread, NULL, &call) != 0) return;
    call.rax = (unsigned long long)-pending[place].error;
    ptrace(PTRACE_SETREGS, thread, NULL, &call);
  }
}

static void in_call(pid_t thread) {
  struct __ptrace_syscall_info call;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, (void *)sizeof call, &call) < 0) return;
  if (call.op == PTRACE_SYSCALL_INFO_ENTRY) entering(thread);
  else if (call.op == PTRACE_SYSCALL_INFO_EXIT) leaving(thread);
}

int main(int count, char *words[]) {
  if (count > 3 && strcmp(words[1], "kill") == 0) {
    last_write = (unsigned)atoi(words[2]) / 3 + 1;
    words++;
    count--;
  }
  if (count < 3) return 64;
  seed = (unsigned)atoi(words[1]);
  program = fork();
  if (program == 0) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(126);
    raise(SIGSTOP);
    execv(words[2], words + 2);
    _exit(127);
  }
  int status;
  if (waitpid(program, &status, 0) != program || !WIFSTOPPED(status)) return 126;
  ptrace(
    PTRACE_SETOPTIONS, program, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
  ptrace(PTRACE_SYSCALL, program, NULL, 0);
  for (;;) {
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0) return 126;
    if (!WIFSTOPPED(status)) {
      if (thread == program) break;
      continue;
    }
    int stop = WSTOPSIG(status);
    if (stop == (SIGTRAP | 0x80)) in_call(thread);
    // Neither the kernel's messages to the tracer, nor the stop with which a thread begins, are signals of the program.
    int is_own = stop == (SIGTRAP | 0x80) || status >> 16 != 0 || stop == SIGSTOP;
    ptrace(PTRACE_SYSCALL, thread, NULL, (void *)(long)(is_own ? 0 : stop));
  }
  fprintf(stderr, "failing: %u calls\n", failures);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The filter of system calls of the process that writes a recording.
#define _GNU_SOURCE
#include "alone.h"
#include "helper.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>

struct rules {
  struct sock_filter code[128];
  unsigned short count;
};

struct check {
  uint32_t offset, value;
};

ALONE static void put_rule(struct rules *rules, uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  struct sock_filter *next = &rules->code[rules->count++];
  next->code = code;
  next->k = value;
  next->jt = yes;
  next->jf = no;
}

enum { LOAD = BPF_LD | BPF_W | BPF_ABS, IS = BPF_JMP | BPF_JEQ | BPF_K, ANSWER = BPF_RET | BPF_K };

ALONE static uint32_t low(int argument) { return (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)argument); }

/// Lets a call through if each of the checks holds.
ALONE static void allow_if(struct rules *rules, long number, const struct check *checks, int count) {
  put_rule(rules, IS, (uint32_t)number, 0, (uint8_t)(2 * count + 2));
  for (int index = 0; index < count; index++) {
    put_rule(rules, LOAD, checks[index].offset, 0, 0);
    put_rule(rules, IS, checks[index].value, 0, (uint8_t)(2 * (count - 1 - index) + 1));
  }
  put_rule(rules, ANSWER, SECCOMP_RET_ALLOW, 0, 0);
  put_rule(rules, LOAD, offsetof(struct seccomp_data, nr), 0, 0);
}

ALONE static void allow(struct rules *rules, long number) { allow_if(rules, number, NULL, 0); }

/// Only for reading: the limits of this process and of the program.
ALONE static void allow_limits(struct rules *rules, int32_t process) {
  struct check checks[3];
  checks[0].offset = low(0);
  checks[0].value = (uint32_t)process;
  checks[1].offset = low(2);
  checks[1].value = 0;
  checks[2].offset = low(2) + 4;
  checks[2].value = 0;
  allow_if(rules, SYS_prlimit64, checks, 3);
}

/// Only one name in one folder.
ALONE static void allow_name(struct rules *rules, const struct helper *helper, long number, int index) {
  struct check checks[3];
  uint64_t name = (uint64_t)(uintptr_t)helper->names[index];
  if (helper->removals[index].folder == RX_NO_FOLDER) return;
  checks[0].offset = low(0);
  checks[0].value = (uint32_t)helper->removals[index].folder;
  checks[1].offset = low(1);
  checks[1].value = (uint32_t)name;
  checks[2].offset = low(1) + 4;
  checks[2].value = (uint32_t)(name >> 32);
  allow_if(rules, number, checks, 3);
}

ALONE static void allow_first(struct rules *rules, long number, uint32_t value) {
  struct check check;
  check.offset = low(0);
  check.value = value;
  allow_if(rules, number, &check, 1);
}

#if defined(__x86_64__)
enum { MACHINE = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { MACHINE = (int)AUDIT_ARCH_AARCH64 };
#else
enum { MACHINE = 0 };
#endif

/// From here on the process can do what `perform` does with what it holds, and nothing else.
ALONE int64_t rx_helper_seal(const struct helper *helper) {
  struct rules rules;
  rules.count = 0;
  put_rule(&rules, LOAD, offsetof(struct seccomp_data, arch), 0, 0);
  put_rule(&rules, IS, (uint32_t)MACHINE, 1, 0);
  put_rule(&rules, ANSWER, SECCOMP_RET_KILL_PROCESS, 0, 0);
  put_rule(&rules, LOAD, offsetof(struct seccomp_data, nr), 0, 0);
  // A tracer makes a call fail by putting this number in its place.
  if (helper->may_be_traced) allow(&rules, -1);
  allow(&rules, SYS_futex);
  allow(&rules, SYS_restart_syscall);
  allow(&rules, SYS_exit);
  allow(&rules, SYS_exit_group);
  allow(&rules, SYS_getppid);
  allow(&rules, SYS_nanosleep);
#if defined(SYS_membarrier)
  allow(&rules, SYS_membarrier);
#endif
  allow(&rules, SYS_pread64);
  allow(&rules, SYS_pwrite64);
  allow(&rules, SYS_fstat);
  allow(&rules, SYS_fallocate);
  allow_first(&rules, SYS_ftruncate, (uint32_t)helper->recording);
  allow_first(&rules, SYS_fdatasync, (uint32_t)helper->recording);
  allow_first(&rules, SYS_flock, (uint32_t)helper->life);
  allow_limits(&rules, 0);
  allow_limits(&rules, helper->program);
  for (int index = 0; index < 2; index++) {
    allow_name(&rules, helper, SYS_newfstatat, index);
    allow_name(&rules, helper, SYS_unlinkat, index);
  }
  put_rule(&rules, ANSWER, SECCOMP_RET_KILL_PROCESS, 0, 0);
  struct sock_fprog program;
  program.len = rules.count;
  program.filter = rules.code;
  return system_call(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, (int64_t)&program, 0, 0, 0);
}

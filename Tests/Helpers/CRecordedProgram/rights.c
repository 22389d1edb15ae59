#define _GNU_SOURCE
#include "CRecordedProgram.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ALLOW(number) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))

static int install(struct sock_filter *code, size_t count, unsigned flags) {
  struct sock_fprog program = {.len = (unsigned short)count, .filter = code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

/// Refuses one call that nobody makes.
static int install_harmless(unsigned flags) {
  struct sock_filter code[] = {
    NUMBER, BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_uselib, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  return install(code, sizeof code / sizeof *code, flags);
}

static int drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  return (int)syscall(SYS_capset, &header, none);
}

/// A rule set that forbids to write anywhere.
static int restrict_by_landlock(void) {
  uint64_t attributes[1] = {1 << 1 /* WRITE_FILE */};
  int rules = (int)syscall(444 /* landlock_create_ruleset */, attributes, sizeof attributes, 0);
  if (rules < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  int result = (int)syscall(446 /* landlock_restrict_self */, rules, 0);
  close(rules);
  return result;
}

static int enter_own_mounts(void) {
  int mounts = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  int result = setns(mounts, CLONE_NEWNS);
  close(mounts);
  return result;
}

int give_up(const char *right) {
#define IF(name, call) if (strcmp(right, name) == 0) return call
  errno = 0;
  IF("setresuid", setresuid(65534, 65534, 65534));
  IF("setuid", setuid(65534));
  IF("seteuid", seteuid(65534));
  IF("setreuid", setreuid(65534, 65534));
  IF("setgid", setgid(65534));
  IF("setresgid", setresgid(65534, 65534, 65534));
  IF("setgroups", setgroups(0, NULL));
  IF("setfsuid", setfsuid(65534));
  IF("capset", drop_capabilities());
  IF("newuser", unshare(CLONE_NEWUSER));
  IF("newns", unshare(CLONE_NEWNS));
  IF("newpid", unshare(CLONE_NEWPID));
  IF("newtime", unshare(128 /* CLONE_NEWTIME */));
  IF("unshare-vm", unshare(CLONE_VM));
  IF("setns", enter_own_mounts());
  IF("chroot", chroot("/tmp"));
  IF("seccomp", install_harmless(0));
  IF("seccomp-all", install_harmless(SECCOMP_FILTER_FLAG_TSYNC));
  IF("landlock", restrict_by_landlock());
  IF("no-new-privileges", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
  IF("bounding", prctl(PR_CAPBSET_DROP, CAP_SYS_ADMIN, 0, 0, 0));
#undef IF
  return -2;
}

void make_room_for_malloc(void) {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 1 << 28);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

int allow_only_what_is_listed(void) {
  struct sock_filter code[] = {
    NUMBER,
    // Of the recorder.
    ALLOW(SYS_futex),
    // Of the program: threads that end, a line, the end.
    ALLOW(SYS_exit), ALLOW(SYS_exit_group), ALLOW(SYS_madvise), ALLOW(SYS_rt_sigprocmask), ALLOW(SYS_write),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)};
  return install(code, sizeof code / sizeof *code, SECCOMP_FILTER_FLAG_TSYNC);
}

int remains_of_children(void) {
  int status;
  errno = 0;
  return waitpid(-1, &status, WNOHANG) < 0 && errno == ECHILD ? 0 : 1;
}

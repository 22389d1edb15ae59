"""Rights that a program gives up while it is recorded: users, capabilities, namespaces, filters; and what else of its own it
relies on."""

import os
import re
import shutil
import signal
import subprocess

from programs import Row, Scratch, Truth, finish, program, run, start

BY_ANYBODY = ("newuser", "newtime", "unshare-vm", "seccomp", "seccomp-all", "landlock", "no-new-privileges")
BY_ROOT = (
    "setresuid", "setuid", "seteuid", "setreuid", "setgid", "setresgid", "setgroups", "setfsuid", "capset", "newns",
    "newpid", "setns", "chroot", "bounding")
RIGHTS = ("Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp")


def rights_of(process):
    """What the kernel says that each thread of a process may do."""
    rows = []
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/status", encoding="utf8") as file:
            text = file.read()
        rows.append({name: re.search(rf"^{name}:[ \t]*(.*?)[ \t]*$", text, re.M)[1] for name in RIGHTS})
    return rows


def children_of(process):
    return subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False).stdout.split()


def trial(scratch, right, moment, threads, path=None):
    """What the program is told, what its threads may do then, and what its children may; and how it ended."""
    truth = Truth(scratch, threads + 1)
    os.chmod(truth.path, 0o666)
    process = start(
        [program("RecordedProgram"), "rights", right, moment, str(threads), truth.path],
        {"RXTRACE": path} if path else {}, stdin=subprocess.PIPE)
    truth.wait_for((threads + 1) * (40 * 63 + 1))
    own = sorted(str(sorted(row.items())) for row in rights_of(process.pid))
    others = [row for child in children_of(process.pid) for row in rights_of(child)]
    process.stdin.write(b"\n")
    process.stdin.close()
    process.stdin = None
    return truth, own, others, finish(process)


def given_up(size):
    """Every right, before and after the first subscription, with eight threads and, where only that can work, with none."""
    row = Row("rights given up")
    names = BY_ANYBODY + (BY_ROOT if os.getuid() == 0 else ())
    cases = [(name, moment, 8) for moment in ("after", "before") for name in names]
    cases += [(name, moment, 0) for moment in ("after", "before") for name in ("newuser", "newtime", "unshare-vm")]
    if os.getuid() != 0:
        row.note = "only those that do not need root"
    for turn in range(max(size, len(cases))):
        right, moment, threads = cases[turn % len(cases)]
        with Scratch() as plain, Scratch() as scratch:
            os.chmod(scratch.path, 0o777)
            path = scratch.file("r.rxtrace")
            _, own, _, alone = trial(plain, right, moment, threads)
            truth, same, others, ended = trial(scratch, right, moment, threads, os.path.relpath(path, "/tmp")
                                               if right == "chroot" and moment == "before" else path)
            has_none = others and all(
                row["CapPrm"] == row["CapEff"] == "0" * 16 and row["NoNewPrivs"] == "1" and row["Seccomp"] == "2"
                for row in others)
            held = ended.status == 0 and ended.output == alone.output and own == same and has_none
            complaint = f"{right} {moment} {threads}: {ended.status} {ended.output!r} for {alone.output!r} {others[:1]}"
            if right == "chroot" and moment == "before":
                # The name is looked up in the new root.
                row.count(held or "nothing is recorded" in ended.errors, complaint)
            else:
                row.count_recording(path, truth, held, complaint)
    return row


def filtered(size):
    """A filter that kills for every system call that RELIABILITY.md does not list."""
    row = Row("a filter that kills")
    for _ in range(size):
        with Scratch() as scratch:
            truth, path = Truth(scratch, 12), scratch.file("r.rxtrace")
            line = f"ulimit -s 1024; exec '{program('RecordedProgram')}' filtered '{truth.path}'"
            alone = run(["bash", "-c", line])
            if alone.status != 0:
                return row.skip("here the program itself makes other system calls")
            truth = Truth(scratch, 12)
            ended = run(["bash", "-c", line], {"RXTRACE": path})
            row.count_recording(path, truth, ended.status == 0, f"{ended.status} {ended.errors[-200:]}")
    return row


def ended_by_handlers(size):
    """A signal handler ends threads wherever they are, in the recorder as well."""
    row = Row("threads ended by signal handlers")
    for _ in range(size):
        with Scratch() as scratch:
            truth, path = Truth(scratch, 4), scratch.file("r.rxtrace")
            ended = run([program("RecordedProgram"), "exit-in-handler", truth.path, "200"], {"RXTRACE": path})
            row.count_recording(
                path, truth, ended.status == 0, f"{ended.status} {ended.errors[-200:]}", exact=False)
    return row


def own_memory(size):
    """SIGKILL of a program that has a /dev/shm of its own, which goes with it."""
    row = Row("SIGKILL with an own /dev/shm")
    if os.getuid() != 0 or not shutil.which("unshare"):
        return row.skip("needs root and unshare")
    for _ in range(size):
        with Scratch() as scratch:
            truth, path = Truth(scratch, 2), scratch.file("r.rxtrace")
            line = f"mount -t tmpfs none /dev/shm && exec '{program('RecordedProgram')}' endless '{truth.path}' 2"
            process = start(["unshare", "-m", "bash", "-c", line], {"RXTRACE": path})
            truth.wait_for(30_000)
            process.send_signal(signal.SIGKILL)
            ended = finish(process)
            row.count_recording(
                path, truth, ended.status == -signal.SIGKILL, f"{ended.status}", exact=False, by_thread=True,
                errors=ended.errors)
    return row


def crowd(size):
    """Threads that subscribe for the first time at one moment: they take thrice as long as unrecorded, at most."""
    row = Row("first subscriptions at one moment")
    threads, best = max(size, 2), {}
    for turn in range(12):
        for is_recorded in (False, True):
            with Scratch() as scratch:
                ended = run(
                    [program("RecordedProgram"), "crowd", str(threads)],
                    {"RXTRACE": scratch.file("r.rxtrace")} if is_recorded else {})
            if ended.status != 0:
                row.count(False, f"{ended.status} {ended.errors[-200:]}")
                return row
            best[is_recorded] = min(best.get(is_recorded, 1e9), int(ended.output.split()[0]))
        if turn >= 2 and best[True] <= 3 * best[False]:
            break
    row.count(best[True] <= 3 * best[False], f"{best[True]} microseconds for {best[False]}")
    row.note = f"{threads} threads: {best[True] / best[False]:.2f} times as long as unrecorded"
    return row

"""What the recorder asks of the system: calls that fail, calls that are made at all, memory that is taken."""

import collections
import os
import re
import shutil
import signal

from programs import ROOT, Row, Scratch, Truth, program, run


# Has a debug build show the recorder's process to whoever traces the program.
SHOWN = {"RX_FILES": "traced"}


def tracer(scratch):
    """The program that stands between another and the kernel; or why there is none."""
    compiler = shutil.which("clang") or shutil.which("cc")
    if not compiler:
        return None, "no C compiler"
    built = scratch.file("failing")
    made = run([compiler, "-O1", "-o", built, os.path.join(ROOT, "tools", "torture", "failing.c")])
    return (built, None) if made.status == 0 else (None, f"the tracer does not build: {made.errors[:200]}")


def failing(size):
    """Calls on files that fail with EINTR and EAGAIN, or do half of what they were asked, before they succeed."""
    row = Row("EINTR, EAGAIN, short writes")
    with Scratch() as scratch:
        between, why = tracer(scratch)
        if not between:
            return row.skip(why)
        refused = 0
        for turn in range(size):
            truth, path = Truth(scratch, 2, f"truth{turn}"), scratch.file(f"r{turn}.rxtrace")
            ended = run(
                [between, str(turn), program("RecordedProgram"), "send", truth.path, "2", "3000"],
                {"RXTRACE": path, **SHOWN})
            if ended.status == 126:
                return row.skip("no program may trace another here")
            failed = re.search(r"failing: (\d+) calls", ended.errors)
            survived = ended.status == 0 and failed and int(failed[1]) > 0
            if "nothing is recorded" in ended.errors:
                # The call that makes the file failed with EAGAIN: the program has been told, and goes on.
                row.count(survived and not os.path.exists(path), f"{ended.status} {ended.errors[-200:]}")
                refused += 1
                continue
            row.count_recording(path, truth, survived, f"{ended.status} {ended.errors[-200:]}")
    if refused:
        row.note = f"{refused} of {size} could not begin, and said so"
    return row


def killed_in_writes(size):
    """SIGKILL before one of the recorder's writes, when a part of it is done, and right behind it."""
    row = Row("SIGKILL within a write")
    with Scratch() as scratch:
        between, why = tracer(scratch)
        if not between:
            return row.skip(why)
        for turn in range(size):
            truth, path = Truth(scratch, 2, f"truth{turn}"), scratch.file(f"r{turn}.rxtrace")
            # The first writes make the file.
            number = 3 + turn * 7 % 180
            ended = run(
                [between, "kill", str(number), program("RecordedProgram"), "endless", truth.path, "2"],
                {"RXTRACE": path, **SHOWN})
            if ended.status == 126:
                return row.skip("no program may trace another here")
            row.count_recording(
                path, truth, ended.status == 128 + signal.SIGKILL, f"write {number}: {ended.status} {ended.errors[-300:]}",
                exact=False, by_thread=True, errors=ended.errors)
    return row


def allocations(size):
    """An interposed malloc: how many blocks the events take that fill many chunks."""
    row = Row("memory taken by events")
    with Scratch() as scratch:
        ended = run([program("RecordedProgram"), "allocations", str(size)], {"RXTRACE": scratch.file("r.rxtrace")})
        row.count(ended.status == 0 and ended.output.strip() == "0", f"{ended.status}: {ended.output} blocks")
    return row


# Once a chunk is full. The thread that sends hands it over; the process that has the files looks whether the file is still ours and has room, writes, and takes disk space for what follows.
OWN_CALLS = {"futex": 4}
FILE_CALLS = {"futex": 4, "pwrite64": 1, "fstat": 1, "pread64": 1, "prlimit64": 1, "fallocate": 1}


def system_calls(size):
    """strace: between the first chunk that is written and the end no call is made but a chunk's, and so many of each."""
    row = Row("system calls of events")
    if not shutil.which("strace"):
        return row.skip("no strace")
    with Scratch() as scratch:
        truth, path, calls = Truth(scratch, 1), scratch.file("r.rxtrace"), scratch.file("calls")
        ended = run(
            ["strace", "-f", "-o", calls, program("RecordedProgram"), "send", truth.path, "1", str(size)],
            {"RXTRACE": path, **SHOWN}, 600)
        if ended.status != 0 and "ptrace" in ended.errors:
            return row.skip("strace may not trace here")
        with open(calls, encoding="utf8", errors="replace") as file:
            made = [match.groups() for match in (re.match(r"(\d+) +(\w+)\(", line) for line in file) if match]
        writes = [place for place, (_, name) in enumerate(made) if name.startswith("pwrite")]
        steady = made[writes[3]:writes[-4]] if len(writes) > 10 else []
        chunks, counts = max(len(writes) - 7, 0), collections.Counter(steady)
        writer = made[writes[3]][0] if steady else None
        strange = {}
        for (thread, name), count in counts.items():
            most = (FILE_CALLS if thread == writer else OWN_CALLS).get(name, 0)
            if count > most * chunks:
                strange[f"{name} of {'the files' if thread == writer else 'an own'} thread"] = count
        recording = row.count_recording(
            path, truth, steady and not strange, f"{ended.status}: {chunks} chunks, {strange}")
        row.note = f"{recording.kept} events, {chunks} chunks, {sum(counts.values())} calls while they were sent"
    return row

"""What the recorder asks of the system: calls that fail, calls that are made at all, memory that is taken."""

import collections
import os
import re
import shutil

from programs import ROOT, Row, Scratch, Truth, program, run


def failing(size):
    """Calls on files that fail with EINTR and EAGAIN, or do half of what they were asked, before they succeed."""
    row = Row("EINTR, EAGAIN, short writes")
    compiler = shutil.which("clang") or shutil.which("cc")
    if not compiler:
        return row.skip("no C compiler")
    with Scratch() as scratch:
        library = scratch.file("failing.so")
        source = os.path.join(ROOT, "tools", "torture", "failing.c")
        made = run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
        if made.status != 0:
            return row.skip(f"the interposer does not build: {made.errors[:200]}")
        for turn in range(size):
            truth, path = Truth(scratch, 2, f"truth{turn}"), scratch.file(f"r{turn}.rxtrace")
            ended = run(
                [program("RecordedProgram"), "send", truth.path, "2", "3000"],
                {"RXTRACE": path, "LD_PRELOAD": library, "FAILING_SEED": str(turn)})
            failed = re.search(r"failing: (\d+) calls", ended.errors)
            survived = ended.status == 0 and failed and int(failed[1]) > 0
            row.count_recording(path, truth, survived, f"{ended.status} {ended.errors[-200:]}")
    return row


def allocations(size):
    """An interposed malloc: how many blocks the events take that fill many chunks."""
    row = Row("memory taken by events")
    with Scratch() as scratch:
        ended = run([program("RecordedProgram"), "allocations", str(size)], {"RXTRACE": scratch.file("r.rxtrace")})
        row.count(ended.status == 0 and ended.output.strip() == "0", f"{ended.status}: {ended.output} blocks")
    return row


# Once a chunk is full: whether the file is still ours and has room, the chunk, and disk space for what follows.
FLUSH = {"pwrite64", "pwritev", "write", "fallocate", "fstat", "newfstatat", "prlimit64"}


def system_calls(size):
    """strace: between the first chunk that is written and the end no call is made but a chunk's."""
    row = Row("system calls of events")
    if not shutil.which("strace"):
        return row.skip("no strace")
    with Scratch() as scratch:
        truth, path, calls = Truth(scratch, 1), scratch.file("r.rxtrace"), scratch.file("calls")
        ended = run(
            ["strace", "-f", "-o", calls, program("RecordedProgram"), "send", truth.path, "1", str(size)],
            {"RXTRACE": path}, 600)
        if ended.status != 0 and "ptrace" in ended.errors:
            return row.skip("strace may not trace here")
        with open(calls, encoding="utf8", errors="replace") as file:
            names = [match[1] for match in (re.match(r"\d+ +(\w+)\(", line) for line in file) if match]
        writes = [place for place, name in enumerate(names) if name.startswith("pwrite")]
        steady = names[writes[3]:writes[-4]] if len(writes) > 10 else []
        counts = collections.Counter(steady)
        strange = {name: count for name, count in counts.items() if name not in FLUSH}
        recording = row.count_recording(
            path, truth, steady and not strange, f"{ended.status}: {dict(counts)}")
        row.note = f"{recording.kept} events, {len(names)} calls in all, {sum(counts.values())} while they were sent"
    return row

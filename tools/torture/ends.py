"""Programs, threads and libraries that end at any moment."""

import os
import random
import signal
import time

from programs import Recording, Row, Scratch, Truth, finish, program, run, start, tally


def kills(size):
    """SIGKILL at a random moment, one thread and eight."""
    row = Row("SIGKILL at a random moment")
    with Scratch() as scratch:
        for threads in (1, 8):
            truth = Truth(scratch, threads, f"truth{threads}")
            for turn in range(size // 2):
                path = scratch.file(f"{threads}-{turn}.rxtrace")
                before, done = truth.by_thread(), truth.done
                process = start([program("RecordedProgram"), "endless", truth.path, str(threads)], {"RXTRACE": path})
                truth.wait_for(done + 1)
                time.sleep(random.random() * 0.02)
                process.kill()
                ended = finish(process)
                row.count_recording(
                    path, truth, ended.status == -signal.SIGKILL, f"killed {ended.errors[-300:]}", before, exact=False,
                    by_thread=True, errors=ended.errors)
                for name in os.listdir(scratch.path):
                    if name.startswith(os.path.basename(path)):
                        os.unlink(scratch.file(name))
    return row


def other_ends(size):
    """exit, _exit, abort, a fault, exec, and a thread that outlives the main one."""
    row = Row("exit, _exit, abort, fault, exec")
    expected = {"exit": 3, "_exit": 3, "abort": -signal.SIGABRT, "fault": -signal.SIGSEGV, "exec": 0, "thread": 0}
    for _ in range(max(size // 6, 1)):
        for way, status in expected.items():
            with Scratch() as scratch:
                truth, path = Truth(scratch, 1), scratch.file("r.rxtrace")
                ended = run([program("RecordedProgram"), "end", way, truth.path], {"RXTRACE": path})
                row.count_recording(path, truth, ended.status == status, f"{way}: {ended.status}")
    return row


def inside(size):
    """pthread_exit and pthread_cancel inside a delivery; destructors and exit handlers that send."""
    row = Row("threads that end inside a delivery")
    expected = {
        ("end", "exit"): ("heard 1 elsewhere 2000\n", 0),
        ("end", "cancel"): ("heard 1 elsewhere 2000\n", 0),
        ("late",): ("heard 1\nheard 11\nheard 21\nheard 31\nheard 51\nheard 41\n", 7),
        ("handler",): ("heard 1\nelsewhere 3\ndone 1\nheard 2\ndone 2\n", 0),
    }
    for turn in range(max(size // 4, 1) * 2):
        for words, (output, status) in expected.items():
            with Scratch() as scratch:
                # Every second time the program is recorded.
                path = scratch.file("r.rxtrace")
                ended = run([program("TorturedProgram"), *words], {"RXTRACE": path} if turn % 2 else {}, 30)
                good, complaint = (ended.output, ended.status) == (output, status), f"{words}: {ended.status} {ended.output}"
                if turn % 2 == 0:
                    row.count(good, complaint)
                    continue
                # What a thread has begun as it ended nobody knows: but its numbers have no gap that is not counted.
                recording, threads = Recording(path), tally(path)
                row.count(
                    good and recording.is_sealed and bool(threads), f"{complaint} {recording.text[-200:]} {threads}",
                    recording.lost, sum(max(missing - lost, 0) for _, lost, missing in threads or []))
    return row


def cancelled_recorder(size):
    """Threads that are cancelled wherever they are, in the recorder too; the program still ends in good order."""
    row = Row("threads cancelled in the recorder")
    for _ in range(size):
        with Scratch() as scratch:
            path = scratch.file("r.rxtrace")
            ended = run([program("TorturedProgram"), "cancels", "40"], {"RXTRACE": path}, 60)
            # Nobody knows what a thread had sent when it was cancelled: but its numbers have no gap that is not counted.
            recording, threads = Recording(path), tally(path) or []
            row.count(
                ended.status == 0 and recording.is_sealed and len(threads) >= 40,
                f"{ended.status} {ended.errors[-200:]} {len(threads)} threads, {recording.text[-200:]}", recording.lost,
                sum(max(missing - lost, 0) for _, lost, missing in threads))
    return row


def closed_library(size):
    row = Row("dlclose, then the end of the thread")
    for _ in range(size):
        ended = run([program("LateLibrary"), program("libSignalsDynamic.so"), "closed"])
        row.count(ended.status == 0, f"{ended.status} {ended.errors}")
    return row


def churn(size):
    """Threads that come, send and go."""
    row = Row("threads that come and go")
    with Scratch() as scratch:
        for environment in ({}, {"RXTRACE": scratch.file("r.rxtrace")}):
            ended = run([program("RecordedProgram"), "threads", str(size)], environment, 3600)
            lines = [[int(word) for word in line.split()] for line in ended.output.splitlines()]
            steady = len(lines) == 2 and lines[1][0] <= lines[0][0] and lines[1][1] <= lines[0][1] + 4096
            row.tried += size
            row.survived += size if ended.status == 0 and steady else 0
            if ended.status != 0 or not steady:
                row.complaints.append(f"{ended.status}: descriptors and KiB {lines}")
        # A subscription, two values and the end, each thread.
        recording = Recording(scratch.file("r.rxtrace"))
        row.count_events(recording.lost, recording.uncounted(4 * size))
    return row


def hour(seconds):
    """Threads that come, send and go, one recorded program after the other, as long as the clock says."""
    row = Row("the same for an hour")
    end, size = time.monotonic() + seconds, min(2000 * seconds, 20_000)
    while time.monotonic() < end:
        with Scratch() as scratch:
            path = scratch.file("r.rxtrace")
            ended = run([program("RecordedProgram"), "threads", str(size)], {"RXTRACE": path}, 3600)
            recording = Recording(path)
            row.count(
                ended.status == 0,
                f"{ended.status} {ended.errors[-200:]} read: {recording.status} {recording.text[:200]}",
                recording.lost, recording.uncounted(4 * size))
    return row


def interrupted(size):
    """A storm of SIGALRM whose handler sends, wherever it interrupts the recorder."""
    row = Row("events of a signal handler")
    for _ in range(size):
        with Scratch() as scratch:
            truth, path = Truth(scratch, 1), scratch.file("r.rxtrace")
            ended = run([program("RecordedProgram"), "signals", truth.path, "3000"], {"RXTRACE": path})
            row.count_recording(path, truth, ended.status == 0, f"{ended.status}")
    return row


def restarts(size):
    """Recordings started and stopped while four threads send."""
    row = Row("recordings started and stopped")
    with Scratch() as scratch:
        ended = run([program("RecordedProgram"), "restart", scratch.path, str(size)], {}, 1200)
        row.tried = size
        for index in range(size):
            path = scratch.file(f"{index}.rxtrace")
            # It tells of nothing that came before or after; in between nothing is missing.
            threads = tally(path)
            gaps = sum(missing for _, _, missing in threads or [])
            lost = sum(lost for _, lost, _ in threads or [])
            row.survived += ended.status == 0 and threads is not None
            row.count_events(lost, gaps)
            if threads is None or gaps or lost:
                row.complaints.append(f"recording {index}: {threads}")
        if ended.status != 0:
            row.complaints.append(ended.errors[-300:])
    return row

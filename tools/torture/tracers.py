"""Kernel tracers that come and go while a program sends."""

import os
import random
import shutil
import signal
import subprocess
import time

from programs import Row, Scratch, Truth, finish, leave, program, start

TRACEFS = "/sys/kernel/tracing"


def attach(size):
    """bpftrace comes, counts a moment and goes, or is killed; the program goes on, and its recording is whole."""
    row = Row("tracers attached and detached")
    if os.getuid() != 0 or not shutil.which("bpftrace"):
        return row.skip("needs root and bpftrace")
    if not os.path.exists(os.path.join(TRACEFS, "uprobe_events")):
        subprocess.run(["mount", "-t", "tracefs", "tracefs", TRACEFS], capture_output=True, check=False)
    if not os.path.exists(os.path.join(TRACEFS, "uprobe_events")):
        return row.skip("no tracefs")
    with Scratch() as scratch:
        truth, path = Truth(scratch, 2), scratch.file("r.rxtrace")
        target = program("RecordedProgram")
        # Values would fill the disk in an hour: their number is limited, everything is counted.
        process = start([target, "endless", truth.path, "2"], {"RXTRACE": path, "RXTRACE_MAX_SIZE": "50000000"})
        truth.wait_for(1000)
        for turn in range(size):
            script = f"usdt:{target}:racsignal:next {{ @ = count(); }}"
            tracer = start(["bpftrace", "-q", "-e", script])
            time.sleep(1 + random.random())
            before = truth.done
            seen = leave(tracer, signal.SIGKILL if turn % 3 == 2 else signal.SIGINT)
            goes_on = truth.wait_for(before + 1000, 20) and process.poll() is None
            row.count(goes_on and not seen.hangs, f"turn {turn}: goes on {goes_on}, tracer {seen.status}")
        process.kill()
        finish(process)
        row.tried -= 1
        row.survived -= 1
        row.count_recording(path, truth, True, "the recording", exact=False)
    return row

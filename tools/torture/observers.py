"""Programs whose observer is killed: they go on, and their recordings are whole."""

import os
import random
import subprocess
import time

from programs import Row, Scratch, Truth, finish, program, start

# Each thread sends 63 events a round, and one before.
THREADS, ROUNDS = 2, 4000


def killed(size):
    """SIGKILL for rxtrace at a random moment, while it records, shows or looks into a program."""
    row = Row("rxtrace killed beside a program")
    for turn in range(size):
        with Scratch() as scratch:
            truth, path = Truth(scratch, THREADS), scratch.file("r.rxtrace")
            line = [program("RecordedProgram"), "send", truth.path, str(THREADS), str(ROUNDS)]
            tool, target, way = program("rxtrace"), None, ("record", "live", "live --pid", "snapshot")[turn % 4]
            if way == "record":
                observer = start([tool, "record", "-q", "-o", path, "--", *line])
            else:
                # What it says and what it holds open is nobody's but its own.
                target = start(line, {"RXTRACE": path}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                truth.wait_for(2000)
                observer = start([tool, *{
                    "live": ["live", path, "--every", "100ms"], "live --pid": ["live", "--pid", str(target.pid)],
                    "snapshot": ["snapshot", "--pid", str(target.pid), "--recording", scratch.file("s.rxtrace")],
                }[way]])
            truth.wait_for(4000)
            time.sleep(random.random() * 0.3)
            observer.kill()
            # What is recorded has its observer's pipes: they end with it.
            finish(observer)
            ended = finish(target) if target else None
            is_whole = truth.done == THREADS * (63 * ROUNDS + 1) and (ended is None or ended.status == 0)
            recording = row.count_recording(path, truth, is_whole, f"{way}: {truth.done} {ended and ended.status}")
            if not recording.is_sealed:
                row.survived -= 1
                row.complaints.append(f"{way}: not sealed: {recording.text[-200:]}, {sorted(os.listdir(scratch.path))}")
    return row

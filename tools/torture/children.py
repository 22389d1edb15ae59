"""Children, made in every way while eight threads send."""

import glob
import os
import re
import subprocess
import time

from disks import frozen
from programs import Recording, Row, Scratch, Truth, finish, program, run, start


def forks(size):
    row = Row("children beside eight threads")
    for way in ("fork", "raw", "clone", "vfork", "shared", "spawn"):
        count_children(row, way, max(size // 6, 1), {})
    return row


def recorded_forks(size):
    row = Row("the same, recorded")
    for way in ("fork", "raw", "clone", "vfork", "shared", "spawn"):
        with Scratch() as scratch:
            count_children(row, way, max(size // 6, 1), {"RXTRACE": scratch.file("r.rxtrace")})
    return row


def count_children(row, way, count, environment):
    """One that waits for a lock of the language's own, as its stack tells, which its parent held as it forked, does not
    meet that again: it is tried once more. One that waits for anything else has hung."""
    for turn in range(2):
        ended = run([program("TorturedProgram"), "fork", way, str(count)], environment, 60 + 12 * count)
        numbers = re.search(r"tried (\d+) well (\d+)", ended.output)
        if turn > 0 or not re.search(r"died 0 hung 0 in a lock of the language's \d", ended.output):
            break
        row.note = f"{way}: {ended.output.strip()}, tried once more"
    row.tried += count
    row.survived += int(numbers[2]) if numbers and ended.status == 0 else 0
    if not numbers or numbers[2] != str(count) or ended.status != 0:
        row.complaints.append(f"{way}: {ended.status} {ended.output} {ended.errors[-2000:]}")


def books(size):
    """The parent's recording tells of what the parent has sent, the child's of what the child has."""
    row = Row("the recordings of a fork, both")
    for _ in range(max(size // 2, 1)):
        for way in ("fork", "raw"):
            with Scratch() as scratch:
                truth, path = Truth(scratch, 2), scratch.file("r.rxtrace")
                ended = run([program("RecordedProgram"), "fork", way, truth.path], {"RXTRACE": path})
                paths = [name for name in glob.glob(path[:-len("rxtrace")] + "*") if not name.endswith(".stage")]
                row.count(ended.status == 0 and len(paths) == 2, f"{way}: {ended.status} {paths} {ended.errors[-200:]}")
                for path, thread in zip(sorted(paths, key=lambda name: name != path), (0, 1)):
                    recording, begun = Recording(path), truth.begun_by(thread)
                    row.count_events(recording.lost, recording.uncounted(begun))
                    if recording.uncounted(begun):
                        row.complaints.append(f"{way}: {path}: {recording.kept} of {begun}")
    return row


def unseen(size):
    """Children of a thread that has recorded nothing: their parent's recording is none of theirs."""
    row = Row("children that the recorder does not see")
    for turn in range(size):
        way, what = ("fork", "raw", "clone")[turn % 3], ("exit", "send")[turn // 3 % 2]
        with Scratch() as scratch:
            path = scratch.file("r.rxtrace")
            ended = run([program("TorturedProgram"), "unseen", way, what], {"RXTRACE": path})
            told = sorted(Recording(name).kept for name in glob.glob(path[:-len("rxtrace")] + "*") if not name.endswith(".stage"))
            expected = [1001, 2001] if what == "send" else [2001]
            good = ended.status == 0 and not ended.output
            row.count(good, f"{way} {what}: {ended.status} {told}", 0, abs(sum(told) - sum(expected)))
    return row


def first_use(size):
    """Forked while another thread begins to record, which a disk that hangs keeps it at for a second."""
    row = Row("children of a first subscription")
    for _ in range(size):
        with Scratch() as scratch, frozen(scratch) as disk:
            if not disk:
                return row.skip("cannot freeze a file system: needs root")
            process = start([program("TorturedProgram"), "first", "200000"], {"RXTRACE": os.path.join(disk, "r.rxtrace")})
            time.sleep(1)
            subprocess.run(["fsfreeze", "-u", disk], capture_output=True, check=False)
            ended = finish(process)
            numbers = re.search(r"tried (\d+) well (\d+)", ended.output)
            tried, well = (int(numbers[1]), int(numbers[2])) if numbers else (1, 0)
            if languages := re.search(r"in a lock of the language's (\d+)", ended.output):
                # Not ours to mend, and not tried.
                tried -= int(languages[1])
                row.note = ended.output.strip()
            row.tried += tried
            row.survived += well if ended.status == 0 else 0
            if well != tried or ended.status != 0:
                row.complaints.append(f"{ended.status} {ended.output} {ended.errors[-2000:]}")
    return row

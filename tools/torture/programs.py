"""What every scenario needs: the programs, the page of truth that they share with us, and what a recording says."""

import mmap
import os
import re
import shutil
import struct
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.environ.get("RXTRACE_BIN", os.path.join(ROOT, ".build", "debug"))

# A program that has not ended after so many seconds hangs.
PATIENCE = 120


def program(name):
    return os.path.join(BIN, name)


class Scratch:
    """A folder that goes with the scenario."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="rxtrace-torture-")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def file(self, name):
        return os.path.join(self.path, name)


class Truth:
    """What the program knows: for each thread, the events that it began, and those that it came back from."""

    def __init__(self, scratch, threads, name="truth"):
        self.path, self.threads = scratch.file(name), threads
        with open(self.path, "wb") as file:
            file.truncate(threads * 64)
        with open(self.path, "rb") as file:
            self.page = mmap.mmap(file.fileno(), threads * 64, prot=mmap.PROT_READ)

    def _sum(self, word):
        return sum(struct.unpack_from("<Q", self.page, thread * 64 + word)[0] for thread in range(self.threads))

    def begun_by(self, thread):
        return struct.unpack_from("<Q", self.page, thread * 64)[0]

    @property
    def begun(self):
        return self._sum(0)

    @property
    def done(self):
        return self._sum(8)

    def wait_for(self, events, seconds=60):
        end = time.monotonic() + seconds
        while self.done < events and time.monotonic() < end:
            time.sleep(0.001)
        return self.done >= events


def start(arguments, environment=None, **options):
    """Starts a program with no other environment than PATH and what is given."""
    everything = {"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no", **(environment or {})}
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.Popen(arguments, env=everything, stdin=subprocess.DEVNULL, **options)


class Ended:
    def __init__(self, status, output, errors):
        self.status, self.output, self.errors = status, output, errors

    @property
    def hangs(self):
        return self.status is None


def finish(process, seconds=PATIENCE):
    """Waits for the end. The status is negative for a signal, None if the program hung and was killed."""
    try:
        output, errors = process.communicate(timeout=seconds)
        status = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        output, errors = process.communicate()
        status = None
    return Ended(status, (output or b"").decode(errors="replace"), (errors or b"").decode(errors="replace"))


def run(arguments, environment=None, seconds=PATIENCE, **options):
    return finish(start(arguments, environment, **options), seconds)


class Recording:
    """What `rxtrace info` says of a recording: records that can be read, records that are known to be lost."""

    def __init__(self, path):
        ended = run([program("rxtrace"), "info", path])
        self.status = -1 if ended.hangs else ended.status
        text = " ".join(ended.output.split())
        numbers = re.search(r"events in ([\d,.]+) records kept, ([\d,.]+) lost(.{0,40})", text)
        self.text, self.is_readable = text, numbers is not None
        self.kept, self.lost = (int(re.sub(r"\D", "", numbers[part])) for part in (1, 2)) if numbers else (0, 0)
        self.has_unknown_loss = bool(numbers) and "unknown number" in text
        self.is_sealed = "in good order" in text

    def uncounted(self, begun, done=None):
        """Events of which the recording does not tell, and those that it has too many, as its program counted them.

        The program may have been killed while it sent: from `done` to `begun` events are right.
        """
        told = self.kept + self.lost
        missing, surplus = max((begun if done is None else done) - told, 0), max(told - begun, 0)
        return surplus + (0 if self.has_unknown_loss else missing)


class Row:
    """One line of the table."""

    def __init__(self, scenario):
        self.scenario, self.tried, self.survived, self.lost, self.uncounted = scenario, 0, 0, 0, 0
        self.complaints, self.skipped = [], None

    def skip(self, why):
        self.skipped = why
        return self

    def count(self, survived, complaint="", lost=0, uncounted=0):
        self.tried += 1
        self.survived += bool(survived)
        self.lost += lost
        self.uncounted += uncounted
        if not survived or uncounted:
            self.complaints.append(complaint or f"{uncounted} events uncounted")

    def count_recording(self, path, truth, survived=True, complaint="", before=(0, 0), exact=True):
        """Holds a recording against the truth. An unreadable one has lost everything."""
        recording = Recording(path)
        begun, done = truth.begun - before[0], truth.done - before[1]
        uncounted = recording.uncounted(begun, begun if exact else done) if recording.is_readable else begun
        note = f"{complaint} begun {begun} done {done} kept {recording.kept} lost {recording.lost}"
        self.count(survived, note, recording.lost, uncounted)
        return recording

    @property
    def is_good(self):
        return self.skipped is not None or (self.tried == self.survived and self.uncounted == 0)

"""What every scenario needs: the programs, the page of truth that they share with us, and what a recording says."""

import mmap
import os
import re
import shutil
import signal
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

    def by_thread(self):
        """For each thread, what it has begun and what it came back from."""
        return [struct.unpack_from("<QQ", self.page, thread * 64) for thread in range(self.threads)]

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
    options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    # A session of its own: what it leaves behind is found.
    options.setdefault("start_new_session", True)
    return subprocess.Popen(arguments, env=everything, **options)


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
        # It may have ended, and a child of a child hold its output open: in the language's own lock, for one.
        status = process.poll()
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.kill()
        output, errors = process.communicate()
    return Ended(status, (output or b"").decode(errors="replace"), (errors or b"").decode(errors="replace"))


def leave(tracer, sent=signal.SIGINT, seconds=30):
    """Asks bpftrace to go, and again: it forgets an interrupt that comes while it still compiles. Killed, it takes along
    what it has read and not yet written."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        tracer.send_signal(sent)
        try:
            tracer.wait(min(10, seconds / 10))
            break
        except subprocess.TimeoutExpired:
            pass
    return finish(tracer, 1)


def run(arguments, environment=None, seconds=PATIENCE, **options):
    return finish(start(arguments, environment, **options), seconds)


class Recording:
    """What `rxtrace info` says of a recording: records that can be read, records that are known to be lost."""

    def __init__(self, path):
        # In a debug build, on a machine that does other things as well.
        ended = run([program("rxtrace"), "info", path], seconds=600)
        self.status, self.errors = -1 if ended.hangs else ended.status, ended.errors.strip()
        text = " ".join(ended.output.split())
        numbers = re.search(r"events in ([\d,.]+) records kept, ([\d,.]+) lost(.{0,40})", text)
        self.text, self.is_readable = text, numbers is not None
        self.kept, self.lost = (int(re.sub(r"\D", "", numbers[part])) for part in (1, 2)) if numbers else (0, 0)
        self.has_unknown_loss = bool(numbers) and "unknown number" in text
        self.is_sealed = "in good order" in text

    def uncounted(self, begun, done=None, may_be_unknown=False):
        """Events of which the recording does not tell, and those that it has too many, as its program counted them.

        The program may have been killed while it sent: from `done` to `begun` events are right. Only where somebody has
        taken the recording away may it say that it does not know how many are lost.
        """
        told = self.kept + self.lost
        missing, surplus = max((begun if done is None else done) - told, 0), max(told - begun, 0)
        return surplus + (0 if self.has_unknown_loss and may_be_unknown else missing)


def tally(path):
    """For each thread that has records: records, events that are said to be lost, and numbers that are missing."""
    read = run([program("RecordedProgram"), "tally", path], {}, 600)
    lines = re.findall(r"thread \d+ records (\d+) lost (\d+) missing (\d+)", read.output)
    return [tuple(map(int, line)) for line in lines] if read.status == 0 else None


def wrong_by_thread(path, before, after, exact=True):
    """Events that a thread's records are too few or too many, as the program counted them thread by thread.

    The recording numbers threads in its own way: least is held against least.
    """
    told = tally(path)
    if told is None:
        return sum(begun for begun, _ in after)
    begun = sorted(now[0] - then[0] for now, then in zip(after, before))
    done = begun if exact else sorted(now[1] - then[1] for now, then in zip(after, before))
    kept = sorted(records + lost for records, lost, _ in told if records + lost)
    kept = [0] * (len(begun) - len(kept)) + kept
    wrong = abs(sum(kept[len(begun):]))
    for most, least, have in zip(begun, done, kept):
        wrong += max(have - most, 0) + max(least - have, 0)
    # Lost ones leave gaps; others may not.
    return wrong + sum(max(missing - lost, 0) for _, lost, missing in told)


# What a program says on standard error that is not safe from a kill.
WARNING = "if the program is killed, its newest events are lost"


class Row:
    """One line of the table."""

    def __init__(self, scenario):
        self.scenario, self.tried, self.survived, self.lost, self.uncounted = scenario, 0, 0, 0, 0
        # Programs that the disk left waiting as they began, and that said so at once.
        self.warned = 0
        # Whether events were counted at all: a row that looks at no recording has no figure for them.
        self.counts_events = False
        self.complaints, self.skipped = [], None

    def skip(self, why):
        self.skipped = why
        return self

    def count(self, survived, complaint="", lost=0, uncounted=None):
        self.tried += 1
        self.survived += bool(survived)
        self.count_events(lost, uncounted)
        if not survived or uncounted:
            self.complaints.append(complaint or f"{uncounted} events uncounted")

    def count_events(self, lost, uncounted):
        if uncounted is None:
            return
        self.counts_events = True
        self.lost += lost
        self.uncounted += uncounted

    @property
    def figures(self):
        return (f"{self.lost:,}", f"{self.uncounted:,}") if self.counts_events else ("–", "–")

    def count_recording(
            self, path, truth, survived=True, complaint="", before=None, exact=True, may_be_unknown=False,
            by_thread=False, errors=""):
        """Holds a recording against the truth, what was there `before` taken off. An unreadable one has lost everything.

        A program whose disk did not answer within a second as it began says in `errors` that a kill takes its newest events
        along. Then its recording has to say that it does not know how many those are.
        """
        recording = Recording(path)
        if WARNING in errors and recording.has_unknown_loss:
            self.warned += 1
            self.note = f"{self.warned} had no answer of the disk in time as they began, and said so"
            may_be_unknown, by_thread = True, False
        before = before or [(0, 0)] * truth.threads
        begun = truth.begun - sum(each[0] for each in before)
        done = truth.done - sum(each[1] for each in before)
        uncounted = begun if exact else done
        if recording.is_readable:
            uncounted = recording.uncounted(begun, begun if exact else done, may_be_unknown)
        if by_thread:
            uncounted = max(uncounted, wrong_by_thread(path, before, truth.by_thread(), exact))
        note = f"{complaint} begun {begun} done {done} kept {recording.kept} lost {recording.lost}"
        if not recording.is_readable:
            note += f", not read: {recording.status} {recording.text[-300:]} {recording.errors[-300:]}"
        self.count(survived, note, recording.lost, uncounted)
        return recording

    @property
    def is_good(self):
        return self.skipped is not None or (self.tried == self.survived and self.uncounted == 0)

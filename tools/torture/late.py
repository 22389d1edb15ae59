"""A tracer that comes late to a program that records nothing: what it can tell, against what the program knows."""

import json
import mmap
import os
import random
import shutil
import struct
import time

from programs import ROOT, Recording, Row, Scratch, finish, leave, program, run, start

THREADS, MOST = 3, 100_000


class Living:
    """What the program writes down of its subscriptions; see Tests/Helpers/RecordedProgram/Living.swift."""

    def __init__(self, scratch):
        self.path = scratch.file("living")
        size = 64 * (THREADS + 1) + 16 * THREADS * MOST
        with open(self.path, "wb") as file:
            file.truncate(size)
        with open(self.path, "r+b") as file:
            self.page = mmap.mmap(file.fileno(), size)

    def word(self, index):
        return struct.unpack_from("<Q", self.page, 8 * index)[0]

    def rest(self):
        """Lets the threads rest. Whether they do."""
        asked = self.word(0) + 1
        struct.pack_into("<Q", self.page, 0, asked)
        end = time.monotonic() + 60
        while self.word(1) != asked and time.monotonic() < end:
            time.sleep(0.005)
        return self.word(1) == asked

    def go_on(self):
        struct.pack_into("<Q", self.page, 0, self.word(0) + 1)

    @property
    def census(self):
        return self.word(2)

    def alive(self):
        return {number for each in self.subscriptions() for number, is_gone in each if not is_gone}

    def gone(self):
        return {number for each in self.subscriptions() for number, is_gone in each if is_gone}

    def known(self):
        return self.alive() | self.gone()

    def subscriptions(self):
        """For each thread, in the order in which it made them: identifier, and whether it is gone."""
        for thread in range(THREADS):
            first = 8 * (THREADS + 1) + 2 * thread * MOST
            yield [
                (self.word(first + 2 * number), self.word(first + 2 * number + 1) == 1)
                for number in range(self.word(8 * (thread + 1)))]


def told(path):
    """Of the subscriptions of a recording, by the program's numbers: whose beginning was seen, and who has ended."""
    exported = run([program("rxtrace"), "export", path, "--to", "jsonl"], {}, 600)
    begun, ended, numbers, events = set(), set(), {}, []
    for line in exported.output.splitlines():
        item = json.loads(line)
        if item["type"] == "subscription":
            numbers[item["subscription"]["id"]] = item["subscription"]["program_id"]
        elif item["type"] in ("subscribed", "alive-before", "disposed"):
            events.append((item["type"], item["id"]))
    for kind, number in events:
        (ended if kind == "disposed" else begun).add(numbers[number])
    return begun, ended


def attach(size):
    """record.bt comes at any moment and goes while the threads rest: who lives of those that began since, and how many
    the table of the living counts, those from before as well."""
    row = Row("attached late, who is alive")
    if os.getuid() != 0 or not shutil.which("bpftrace"):
        return row.skip("needs root and bpftrace")
    script = os.path.join(ROOT, "probes", "record.bt")
    for turn in range(size):
        with Scratch() as scratch:
            living, lines, path = Living(scratch), scratch.file("lines"), scratch.file("r.rxtrace")
            target = start([program("RecordedProgram"), "living", living.path, str(THREADS), str(MOST)])
            time.sleep(0.3 + random.random())
            tracer = start(
                ["bpftrace", "-o", lines, "-p", str(target.pid), script, "*"], {"BPFTRACE_PERF_RB_PAGES": "1024"})
            came = wait_for_beginnings(lines, 200)
            time.sleep(random.random())
            rests = living.rest()
            # What the kernel still has for the tracer is read before it goes: it drops that without a word.
            wait_for_silence(lines)
            left = leave(tracer, seconds=300)
            survived = target.poll() is None and rests and not left.hangs
            target.kill()
            finish(target)
            if not came:
                return row.skip(f"bpftrace sees nothing here: {left.errors.strip()[-200:]}")
            imported = run([program("rxtrace"), "import", lines, "-o", path], {}, 600)
            compare(row, living, path, survived, f"turn {turn}: {imported.status} {imported.errors.strip()[-200:]}")
    return row


def snapshot(size):
    """`rxtrace snapshot` looks into a program that records nothing: once while it goes on, once while it rests."""
    row = Row("looked into, who is alive")
    for turn in range(size):
        with Scratch() as scratch:
            living, moving, resting = Living(scratch), scratch.file("moving.rxtrace"), scratch.file("resting.rxtrace")
            target = start([program("RecordedProgram"), "living", living.path, str(THREADS), str(MOST)])
            time.sleep(0.2 + random.random())
            before, gone = living.alive(), living.gone()
            looked = look(target.pid, moving)
            # A thread writes down what it has made right after it has made it.
            time.sleep(0.05)
            after = living.alive(), living.known()
            rests = living.rest()
            exact = living.alive()
            looked_again = look(target.pid, resting)
            survived = target.poll() is None and rests
            target.kill()
            finish(target)
            if looked.status == 3 and "may not be read" in looked.errors and os.getuid() != 0:
                return row.skip("needs root, or the right to trace")
            seen, seen_at_rest = told(moving)[0], told(resting)[0]
            # Who lived all the while must be there; who had ended before, or began afterwards, must not.
            missing = (before & after[0]) - seen
            ghosts = (seen - after[1]) | (seen & gone)
            wrong = len(missing) + len(ghosts) + len(seen_at_rest ^ exact)
            row.count(
                survived and looked.status == 0 and looked_again.status == 0 and len(exact) > 0,
                f"turn {turn}: {looked.status} {looked.errors.strip()[-200:]}: of {len(before & after[0])} that lived on "
                f"{len(missing)} missing, ghosts {len(ghosts)}; at rest {len(seen_at_rest)} of {len(exact)}", 0, wrong)
    return row


def recorded(size):
    """`rxtrace record --pid`, again and again, beside a program whose threads go on or, at the end of every other one, rest:
    then the recording must have just those that live."""
    row = Row("recorded from the middle")
    done = 0
    while done < size:
        with Scratch() as scratch:
            living, path = Living(scratch), scratch.file("r.rxtrace")
            target = start([program("RecordedProgram"), "living", living.path, str(THREADS), str(MOST)])
            time.sleep(0.2 + random.random())
            for turn in range(done, min(done + 5, size)):
                before, gone = living.alive(), living.gone()
                recorder = start([program("rxtrace"), "record", "--pid", str(target.pid), "-f", "-o", path])
                time.sleep(0.3 + random.random() / 2)
                rests = turn % 2 == 0 or living.rest()
                ended = leave(recorder, seconds=60)
                time.sleep(0.05)
                alive, known, all_gone = living.alive(), living.known(), living.gone()
                if turn % 2:
                    living.go_on()
                survived = target.poll() is None and rests and ended.status == 0
                begun, disposed = told(path) if survived else (set(), set())
                lost = Recording(path).lost if survived else 0
                # The recording must have each subscription that lived all the time, and none that ended before.
                missing = (before & alive) - begun
                ghosts = (begun - known) | (begun & gone) | (disposed - all_gone)
                if turn % 2:
                    missing |= alive - (begun - disposed)
                    ghosts |= (begun - disposed) - alive
                row.count(
                    survived and len(begun) > 0,
                    f"turn {turn}: {ended.status} {ended.errors.strip()[-200:]}: {len(begun)} seen, {len(missing)} missing, "
                    f"{len(ghosts)} ghosts", lost, max(len(missing) + len(ghosts) - lost, 0))
                done += 1
            target.kill()
            finish(target)
    return row


def look(pid, path):
    return run([program("rxtrace"), "snapshot", "--pid", str(pid), "--recording", path], {}, 60)


def wait_for_beginnings(lines, count, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if os.path.exists(lines):
            with open(lines, "rb") as file:
                if file.read().count(b"\tsubscribed\t") >= count:
                    return True
        time.sleep(0.1)
    return False


def wait_for_silence(lines, seconds=60):
    """Nothing has been added to the file for a second."""
    end, size, since = time.monotonic() + seconds, -1, 0.0
    while time.monotonic() < end:
        if os.path.getsize(lines) != size:
            size, since = os.path.getsize(lines), time.monotonic()
        elif time.monotonic() - since > 1:
            return
        time.sleep(0.1)


def compare(row, living, path, survived, complaint):
    begun, ended = told(path)
    lost = Recording(path).lost
    expected, gone, alive = set(), set(), 0
    for subscriptions in living.subscriptions():
        first = next((place for place, (number, _) in enumerate(subscriptions) if number in begun), len(subscriptions))
        expected |= {number for number, _ in subscriptions[first:]}
        gone |= {number for number, is_gone in subscriptions if is_gone}
        alive += sum(not is_gone for _, is_gone in subscriptions)
    missing = (expected - begun) | ((ended & expected) - gone)
    ghosts = (begun - expected) | (begun & gone) - ended
    invented = ended - gone
    wrong = len(missing | ghosts | invented) + abs(living.census - alive)
    row.count(
        survived and len(begun) > 0,
        f"{complaint}: {len(begun)} began, {len(begun - ended)} of them live, missing {len(missing)}, ghosts {len(ghosts)}, "
        f"ends of others {len(invented)}, the table has {living.census} of {alive}, lost {lost}", lost, max(wrong - lost, 0))

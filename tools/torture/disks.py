"""Disks that are full, limited, taken away, or that hang."""

import contextlib
import os
import random
import select
import subprocess
import time

from programs import Recording, Row, Scratch, Truth, finish, program, run, start


@contextlib.contextmanager
def mounted(kind, source, place, options):
    os.makedirs(place, exist_ok=True)
    done = subprocess.run(["mount", "-t", kind, "-o", options, source, place], capture_output=True, check=False)
    if done.returncode != 0:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], capture_output=True, check=False)


@contextlib.contextmanager
def disk_image(scratch):
    """A file system on a loop device; None where that cannot be made."""
    image, place = scratch.file("image"), scratch.file("disk")
    with open(image, "wb") as file:
        file.truncate(64 << 20)
    made = subprocess.run(["mkfs.ext4", "-q", image], capture_output=True, check=False).returncode == 0
    with mounted("ext4", image, place, "loop") if made else contextlib.nullcontext() as disk:
        yield disk


@contextlib.contextmanager
def frozen(scratch):
    """The same, which takes nothing until it is thawed."""
    with disk_image(scratch) as disk:
        if not disk or subprocess.run(["fsfreeze", "-f", disk], capture_output=True, check=False).returncode != 0:
            yield None
            return
        try:
            yield disk
        finally:
            subprocess.run(["fsfreeze", "-u", disk], capture_output=True, check=False)


def full(size):
    """Small file systems, from one that takes nothing to one that takes a few chunks."""
    row = Row("full disk")
    for turn in range(size):
        kibibytes = (4, 12, 40, 100, 200, 800)[turn % 6]
        with Scratch() as scratch, mounted("tmpfs", "tmpfs", scratch.file("disk"), f"size={kibibytes}k") as disk:
            if not disk:
                return row.skip("cannot mount a tmpfs: needs root")
            truth, path = Truth(scratch, 3), os.path.join(disk, "r.rxtrace")
            ended = run([program("RecordedProgram"), "send", truth.path, "3", "1000"], {"RXTRACE": path})
            if os.path.exists(path):
                row.count_recording(path, truth, ended.status == 0, f"{kibibytes} KiB: {ended.status}", may_be_unknown=True)
            else:
                row.count(ended.status == 0 and "nothing is recorded" in ended.errors, f"{kibibytes} KiB: no file")
    return row


def killed_on_full(size):
    """The same, and the program is killed while it sends: what cannot be known must not look complete."""
    row = Row("full disk, then SIGKILL")
    for turn in range(size):
        kibibytes = (12, 40, 200, 1500)[turn % 4]
        with Scratch() as scratch, mounted("tmpfs", "tmpfs", scratch.file("disk"), f"size={kibibytes}k") as disk:
            if not disk:
                return row.skip("cannot mount a tmpfs: needs root")
            truth, path = Truth(scratch, 2), os.path.join(disk, "r.rxtrace")
            process = start([program("RecordedProgram"), "endless", truth.path, "2"], {"RXTRACE": path})
            truth.wait_for(20_000)
            process.kill()
            finish(process)
            if os.path.exists(path):
                row.count_recording(path, truth, True, f"{kibibytes} KiB", exact=False, may_be_unknown=True)
    return row


def limited(size):
    """RLIMIT_FSIZE, on a disk and in memory: no signal, and every event is in the file or counted."""
    row = Row("RLIMIT_FSIZE")
    folders = [None, "/dev/shm"] if os.path.isdir("/dev/shm") else [None]
    for turn in range(size):
        blocks = (0, 1, 8, 100, 1000)[turn // len(folders) % 5]
        with Scratch() as scratch:
            folder = folders[turn % len(folders)] or scratch.path
            path = os.path.join(folder, f"torture{os.getpid()}.rxtrace")
            truth = Truth(scratch, 2)
            line = f"ulimit -f {blocks}; exec '{program('RecordedProgram')}' send '{truth.path}' 2 1500"
            ended = run(["bash", "-c", line], {"RXTRACE": path})
            complaint = f"ulimit -f {blocks} in {folder}: {ended.status} {ended.errors[-100:]}"
            if os.path.exists(path) and os.path.getsize(path) > 0:
                row.count_recording(path, truth, ended.status == 0, complaint, may_be_unknown=True)
            else:
                row.count(ended.status == 0 and "nothing is recorded" in ended.errors, complaint)
            for name in (path, path + ".stage"):
                if os.path.exists(name):
                    os.unlink(name)
    return row


def robbed(size):
    """Somebody cuts, overwrites or removes FILE or FILE.stage while the program runs."""
    row = Row("FILE or FILE.stage taken away")

    def cut(path):
        os.truncate(path, 0)

    def copy_over(path):
        with open(path, "wb") as file:
            file.write(b"other " * 10_000)

    for turn in range(size):
        with Scratch() as scratch:
            truth, path = Truth(scratch, 2), scratch.file("r.rxtrace")
            process = start([program("RecordedProgram"), "endless", truth.path, "2"], {"RXTRACE": path})
            truth.wait_for(30_000)
            victim = path + ("" if turn % 2 else ".stage")
            change = (cut, copy_over, os.unlink)[turn // 2 % 3]
            if os.path.exists(victim):
                change(victim)
            before = truth.done
            goes_on = truth.wait_for(before + 30_000, 20) and process.poll() is None
            process.terminate()
            ended = finish(process)
            complaint = f"{change.__name__} {os.path.basename(victim)}: goes on {goes_on}, {ended.status}"
            if goes_on and os.path.exists(path):
                recording = Recording(path)
                # A file that was taken away may be unreadable, and then says so; it must not look whole.
                quiet = recording.is_readable and not recording.has_unknown_loss and "damage" not in recording.text
                missing = recording.uncounted(truth.begun, truth.done) if quiet else 0
                row.count(True, complaint, recording.lost, missing)
            else:
                row.count(goes_on, complaint)
    return row


def hung_errors(size):
    """The recording lies on a disk that hangs, and so does the file that is standard error: of what is said nobody waits
    for long, and threads that begin to record meanwhile go on."""
    row = Row("hung disk, standard error on it")
    for _ in range(size):
        with Scratch() as scratch, disk_image(scratch) as disk:
            if not disk:
                return row.skip("cannot mount a file system from a file")
            truth, path = Truth(scratch, 1), os.path.join(disk, "r.rxtrace")
            with open(os.path.join(disk, "log"), "wb") as errors:
                process = subprocess.Popen(
                    [program("RecordedProgram"), "hung", truth.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=errors, env={"PATH": os.environ["PATH"], "RXTRACE": path}, start_new_session=True)
            truth.wait_for(63_001)
            if subprocess.run(["fsfreeze", "-f", disk], capture_output=True, check=False).returncode != 0:
                process.kill()
                finish(process)
                return row.skip("fsfreeze does not work here")
            told = []
            try:
                for word in ("send", "begin"):
                    process.stdin.write(word.encode() + b"\n")
                    process.stdin.flush()
                    if select.select([process.stdout], [], [], 20)[0]:
                        told.append(process.stdout.readline().decode().split()[0])
            finally:
                subprocess.run(["fsfreeze", "-u", disk], capture_output=True, check=False)
            ended = finish(process)
            row.count_recording(
                path, truth, told == ["send", "begin"] and ended.status == 0, f"goes on {told}, {ended.status}",
                may_be_unknown=True)
    return row


def hung(size):
    """A disk that hangs: a file system on a loop device, frozen while the program sends."""
    row = Row("hung disk (fsfreeze)")
    for _ in range(size):
        with Scratch() as scratch:
            with disk_image(scratch) as disk:
                if not disk:
                    return row.skip("cannot mount a file system from a file")
                truth, path = Truth(scratch, 2), os.path.join(disk, "r.rxtrace")
                process = start([program("RecordedProgram"), "endless", truth.path, "2"], {"RXTRACE": path})
                truth.wait_for(30_000)
                if subprocess.run(["fsfreeze", "-f", disk], capture_output=True, check=False).returncode != 0:
                    process.kill()
                    finish(process)
                    return row.skip("fsfreeze does not work here")
                try:
                    time.sleep(0.3)
                    before = truth.done
                    goes_on = truth.wait_for(before + 30_000, 10)
                finally:
                    subprocess.run(["fsfreeze", "-u", disk], capture_output=True, check=False)
                time.sleep(random.random() * 0.2)
                process.kill()
                ended = finish(process)
                row.count_recording(
                    path, truth, goes_on, f"goes on {goes_on}, {ended.status}", exact=False, may_be_unknown=True)
    return row

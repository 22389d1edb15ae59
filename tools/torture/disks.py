"""Disks that are full, limited, taken away, or that hang."""

import contextlib
import os
import random
import select
import subprocess
import time
from signal import SIGCONT, SIGKILL, SIGSTOP

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
    """Somebody cuts, overwrites or removes FILE or FILE.stage while the program runs, which then ends, or is killed."""
    row = Row("FILE or FILE.stage taken away")
    other = b"other " * 10_000

    def cut(path):
        os.truncate(path, 0)

    def copy_over(path):
        """At one moment: between the cut and the copy a chunk would still find our place."""
        os.chmod(path, 0o600)
        process.send_signal(SIGSTOP)
        time.sleep(0.05)
        with open(path, "wb") as file:
            file.write(other)
        process.send_signal(SIGCONT)

    for turn in range(size):
        with Scratch() as scratch:
            truth, path = Truth(scratch, 2), scratch.file("r.rxtrace")
            is_file, change, is_killed = turn % 2 == 1, (cut, copy_over, os.unlink)[turn // 2 % 3], turn // 6 % 2 == 1
            way = ["endless", truth.path, "2"] if is_killed else ["send", truth.path, "2", "9000"]
            process = start([program("RecordedProgram"), *way], {"RXTRACE": path})
            truth.wait_for(30_000)
            change(path + ("" if is_file else ".stage"))
            if is_killed:
                goes_on = truth.wait_for(truth.done + 30_000, 20) and process.poll() is None
                process.kill()
            ended = finish(process)
            if not is_killed:
                goes_on = truth.done == 2 * (63 * 9000 + 1)
            survived = goes_on and ended.status == (-SIGKILL if is_killed else 0)
            what = f"{change.__name__} {'FILE' if is_file else 'FILE.stage'}, {'killed' if is_killed else 'ended'}"
            complaint = f"{what}: goes on {goes_on}, {ended.status} {ended.errors[-300:]}"
            if is_file and change is not cut:
                # Nothing is left of it, which the program has said; what somebody else has put there is as it was.
                told = "was deleted" if change is os.unlink else "was cut or replaced"
                # A chunk that was on its way may lie behind it.
                kept = not os.path.exists(path) if change is os.unlink else open(path, "rb").read().startswith(other)
                row.count(survived and told in ended.errors and kept, f"{complaint}, kept {kept}")
                continue
            # Whoever goes on to its end tells of each event. With its staging file the newest go, where a kill takes them.
            recording = row.count_recording(
                path, truth, survived, complaint, exact=not is_killed, may_be_unknown=is_killed and not is_file)
            if not is_killed and not recording.is_sealed:
                row.survived -= 1
                row.complaints.append(f"{complaint}: not sealed")
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


def read_only(size):
    """A file system that can only be read, from the beginning or since its disk has failed: the program goes on."""
    row = Row("read-only file system")
    for turn in range(size):
        with Scratch() as scratch:
            truth, place, fails = Truth(scratch, 2), scratch.file("disk"), turn % 2 == 1
            line = [program("RecordedProgram"), "send", truth.path, "2", "3000"]
            image = scratch.file("image")
            with open(image, "wb") as file:
                file.truncate(64 << 20)
            if subprocess.run(["mkfs.ext4", "-q", image], capture_output=True, check=False).returncode != 0:
                return row.skip("no mkfs.ext4")
            with mounted("ext4", image, place, "loop,errors=remount-ro") as disk:
                if not disk:
                    return row.skip("cannot mount a file system from a file")
                path = os.path.join(disk, "r.rxtrace")
                if not fails:
                    change(disk, "ro")
                    ended = run(line, {"RXTRACE": path})
                    row.count(
                        ended.status == 0 and truth.begun == 2 * (3000 * 63 + 1)
                        and "nothing is recorded" in ended.errors, f"{ended.status} {truth.begun} {ended.errors[-300:]}")
                    continue
                process = start(line, {"RXTRACE": path})
                truth.wait_for(60_000)
                if not change(disk, "abort"):
                    process.kill()
                    finish(process)
                    return row.skip("no disk fails here at will")
                ended = finish(process)
                row.count_recording(
                    path, truth, ended.status == 0, f"{ended.status} {ended.errors[-300:]}", may_be_unknown=True)
    return row


def change(disk, option):
    return subprocess.run(["mount", "-o", f"remount,{option}", disk], capture_output=True, check=False).returncode == 0

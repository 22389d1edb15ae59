"""What else is in the process and on the machine: descriptors, other programs of the same name, other users."""

import glob
import os
import shutil
import stat
import subprocess

from programs import Recording, Row, Scratch, Truth, finish, program, run, start


def descriptors(size):
    """The program closes every descriptor and opens files of its own while four threads send. Its files hold what it wrote."""
    row = Row("descriptors closed and used again")
    for _ in range(size):
        with Scratch() as scratch:
            ended = run(
                [program("TorturedProgram"), "descriptors", scratch.path, "25"],
                {"RXTRACE": scratch.file("r.rxtrace")}, 90)
            row.count(ended.status == 0 and ended.output == "strange bytes 0\n", f"{ended.status} {ended.output}")
    for _ in range(max(size // 2, 1)):
        with Scratch() as scratch:
            truth, path, own = Truth(scratch, 1), scratch.file("r.rxtrace"), scratch.file("own")
            ended = run([program("RecordedProgram"), "close", own, truth.path], {"RXTRACE": path})
            strange = os.path.getsize(own) if os.path.exists(own) else 0
            row.count_recording(path, truth, ended.status == 0 and strange == 0, f"{ended.status}, {strange} bytes")
    return row


def few_descriptors(size):
    """Few descriptors, and standard output, or all three, closed: what the program prints is not in the recording."""
    row = Row("ulimit -n, standard output closed")
    for turn in range(size):
        closed = (">&-", "<&- >&- 2>&-", "2>&-")[turn % 3]
        limit = (256, 16, 64, 1024)[turn % 4]
        with Scratch() as scratch:
            path = scratch.file("r.rxtrace")
            # A subscription, and a hundred values before each line that it prints.
            line = f"ulimit -n {limit}; exec '{program('TorturedProgram')}' talk 300 {closed}"
            ended = run(["bash", "-c", line], {"RXTRACE": path})
            recording, begun = Recording(path), 1 + 300 * 100
            clean = ended.status == 0 and recording.is_readable and "damage" not in recording.text
            row.count(
                clean, f"ulimit -n {limit} {closed}: {ended.status} {ended.errors[-200:]} {recording.text[-300:]}",
                recording.lost, recording.uncounted(begun))
    return row


def same_name(size):
    """Several programs with the same RXTRACE at once: each has a recording of its own, whole."""
    row = Row("neighbours with the same file name")
    for _ in range(size):
        with Scratch() as scratch:
            path = scratch.file("r.rxtrace")
            truths = [Truth(scratch, 2, f"truth{number}") for number in range(4)]
            processes = [
                start([program("RecordedProgram"), "send", truth.path, "2", "2000"], {"RXTRACE": path}) for truth in truths]
            statuses = [finish(process).status for process in processes]
            recordings = [
                Recording(name) for name in glob.glob(path[:-len("rxtrace")] + "*") if not name.endswith(".stage")]
            told = sum(recording.kept + recording.lost for recording in recordings)
            begun = sum(truth.begun for truth in truths)
            row.count(
                statuses == [0] * 4 and len(recordings) == 4, f"{statuses}, {len(recordings)} files, {told} of {begun}",
                sum(recording.lost for recording in recordings), abs(begun - told))
    return row


def foreign_files(size):
    """What lies where the recording's companions would go is not ours to delete."""
    row = Row("a foreign FILE.stage")
    for turn in range(size):
        with Scratch() as scratch:
            truth, path = Truth(scratch, 1), scratch.file("r.rxtrace")
            foreign = path + ".stage"
            if turn % 2:
                os.mkdir(foreign)
            else:
                with open(foreign, "w", encoding="utf8") as file:
                    file.write("not yours\n")
            ended = run([program("RecordedProgram"), "send", truth.path, "1", "200"], {"RXTRACE": path})
            kept = os.path.isdir(foreign) if turn % 2 else (
                os.path.exists(foreign) and open(foreign, encoding="utf8", errors="replace").read() == "not yours\n")
            row.count_recording(path, truth, ended.status == 0 and kept, f"{ended.status}, kept {kept}")
    return row


def other_privileges(size):
    """A setuid program makes no file for whoever starts it."""
    row = Row("setuid program")
    if os.getuid() != 0 or not shutil.which("setpriv"):
        return row.skip("needs root and setpriv")
    for _ in range(size):
        with Scratch() as scratch:
            os.chmod(scratch.path, 0o755)
            copy = scratch.file("program")
            shutil.copy(program("RecordedProgram"), copy)
            os.chmod(copy, 0o755 | stat.S_ISUID)
            folder = scratch.file("roots")
            os.mkdir(folder, 0o700)
            path = os.path.join(folder, "r.rxtrace")
            runtime = subprocess.run(["ldd", copy], capture_output=True, text=True, check=False).stdout
            ended = run(
                ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", copy, "every"], {"RXTRACE": path})
            # A loader that ignores where the libraries are may not start it at all, which says nothing.
            if ended.status == 127 and "not found" in ended.errors + runtime:
                return row.skip("the program does not find its libraries with other privileges")
            row.count(ended.status == 0 and os.listdir(folder) == [], f"{ended.status} {os.listdir(folder)} {ended.errors}")
    return row

"""Recordings that somebody has damaged, through every verb that reads one."""

import os
import random

from programs import ROOT, Recording, Row, Scratch, Truth, finish, program, run, start

VERBS = (
    ["info"], ["info", "--dump"], ["leaks"], ["stats"], ["render"], ["render", "--view", "timeline"],
    ["render", "--format", "dot"], ["render", "--view", "timeline", "--format", "dot"],
)


def damage(bytes_, rng):
    """Flips, cuts, repeats, swaps and overwrites, a few at a time."""
    data = bytearray(bytes_)
    for _ in range(rng.randint(1, 4)):
        if not data:
            break
        place, length = rng.randrange(len(data)), rng.randint(1, 256)
        match rng.randrange(7):
            case 0:
                data[place] ^= 1 << rng.randrange(8)
            case 1:
                data[place:place + length] = rng.randbytes(len(data[place:place + length]))
            case 2:
                del data[place:]
            case 3:
                del data[place:place + length]
            case 4:
                data[place:place] = data[place:place + length]
            case 5:
                data[place:place + length] = b"\xff" * len(data[place:place + length])
            case 6:
                other = rng.randrange(len(data))
                data[place:place + 64] = data[other:other + 64]
    return bytes(data)


def samples(scratch):
    """A recording that was sealed, and one whose program was killed, with its staging file."""
    truth = Truth(scratch, 2)
    whole, killed = scratch.file("whole.rxtrace"), scratch.file("killed.rxtrace")
    run([program("RecordedProgram"), "send", truth.path, "2", "5"], {"RXTRACE": whole})
    process = start([program("RecordedProgram"), "endless", truth.path, "2"], {"RXTRACE": killed})
    truth.wait_for(truth.done + 1)
    process.kill()
    finish(process)
    found = {}
    for name in sorted(os.listdir(scratch.path)):
        if ".rxtrace" in name:
            with open(scratch.file(name), "rb") as file:
                found[name] = file.read()
    return found


def damaged(size):
    row = Row("damaged recordings, every verb")
    rng = random.Random(7)
    with Scratch() as scratch:
        originals = samples(scratch)
        for turn in range(size):
            victim = rng.choice(sorted(originals))
            for name, content in originals.items():
                with open(scratch.file(name), "wb") as file:
                    file.write(damage(content, rng) if name == victim else content)
            recording = scratch.file(victim.removesuffix(".stage") if victim.endswith(".stage") else victim)
            verb = VERBS[turn % (len(VERBS) + 1)] if turn % (len(VERBS) + 1) < len(VERBS) else None
            if verb:
                command = [program("rxtrace"), *verb[:1], recording, *verb[1:]]
            else:
                command = [os.path.join(ROOT, "tools", "read-rxtrace"), recording]
            ended = run(command, {"PYTHONDONTWRITEBYTECODE": "1"}, 60)
            good = ended.status is not None and ended.status >= 0 and (verb or "Traceback" not in ended.errors)
            row.count(good, f"{command}: {ended.status} {ended.errors[-300:]}")
            if not good and len(row.complaints) < 5:
                with open(f"/tmp/torture-damaged-{turn}", "wb") as file, open(scratch.file(victim), "rb") as bad:
                    file.write(bad.read())
    return row


MAGIC = b"\xf7RXC"


def alter(content, rng, way):
    """One change that somebody or a disk may make, and what it is called."""
    places = [place for place in range(len(content)) if content[place:place + 4] == MAGIC] + [len(content)]
    chunks = [content[place:end] for place, end in zip(places, places[1:])]
    first, second = sorted(rng.sample(range(len(chunks)), 2))
    match way:
        case "flip":
            place = rng.randrange(len(content))
            data = bytearray(content)
            data[place] ^= 1 << rng.randrange(8)
            return bytes(data), f"bit flipped at {place}"
        case "cut":
            place = rng.randrange(len(content))
            return content[:place], f"cut at {place}"
        case "swap":
            chunks[first], chunks[second] = chunks[second], chunks[first]
        case "remove":
            chunks[first] = b""
        case "repeat":
            chunks[second] += chunks[first]
    return content[:places[0]] + b"".join(chunks), f"{way} {first} {second} of {len(chunks)} chunks"


def altered(size):
    """A whole recording of known events, with one change: no event is invented, and each that is gone is counted."""
    row = Row("recordings with a change")
    rng = random.Random(11)
    with Scratch() as scratch:
        truth, whole, path = Truth(scratch, 3), scratch.file("whole.rxtrace"), scratch.file("altered.rxtrace")
        run([program("RecordedProgram"), "send", truth.path, "3", "60"], {"RXTRACE": whole})
        with open(whole, "rb") as file:
            content = file.read()
        for turn in range(size):
            changed, what = alter(content, rng, ("flip", "cut", "swap", "remove", "repeat")[turn % 5])
            with open(path, "wb") as file:
                file.write(changed)
            recording = Recording(path)
            # One that says that it cannot be read has invented nothing and hidden nothing.
            uncounted = recording.uncounted(truth.begun, may_be_unknown=True) if recording.is_readable else 0
            row.count(
                recording.status >= 0, f"{what}: {recording.kept} of {truth.begun}, {recording.lost} lost", recording.lost,
                uncounted)
    return row

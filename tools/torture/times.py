"""When things happened: each thread's events in their order, and no event before its cause."""

import os
import re

from programs import Recording, Row, Scratch, Truth, program, run

# A recording of more is a large file; what is tried beyond goes into another one.
MOST_AT_ONCE = 4_000_000


def causes(size):
    """Threads whose events are caused by each other's newest: tried are events, survived those in the right order."""
    row = Row("events in the order of time")
    # As many as run at once: those that wait for a processor cause nothing in a moment's distance.
    threads = max(2, min(os.cpu_count() or 2, 8))
    while row.tried < size:
        rounds = max(min(size - row.tried, MOST_AT_ONCE) // threads, 1)
        with Scratch() as scratch:
            truth, path = Truth(scratch, threads), scratch.file("r.rxtrace")
            # Who waits for the disk loses nothing: each cause is there.
            ended = run(
                [program("RecordedProgram"), "caused", truth.path, str(threads), str(rounds)],
                {"RXTRACE": path, "RXTRACE_WAIT": "1"}, 3600)
            recording = Recording(path)
            read = run([program("RecordedProgram"), "order", path], {}, 3600)
            numbers = re.search(r"events (\d+) backwards (\d+) before their cause (\d+)", read.output)
            events, wrong = (int(numbers[1]), int(numbers[2]) + int(numbers[3])) if numbers else (0, 1)
            row.tried += max(events, 1)
            row.survived += max(events, 1) - min(wrong, max(events, 1))
            row.count_events(recording.lost, recording.uncounted(truth.begun))
            if ended.status != 0 or wrong or recording.uncounted(truth.begun):
                row.complaints.append(
                    f"{ended.status}: {read.output.strip()} {read.errors[-200:]} {recording.kept} of {truth.begun}")
                if not numbers:
                    break
    return row

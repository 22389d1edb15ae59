import Foundation
import Glibc
import Testing
import TraceFormat

/// What a start under the same name makes of the memory that the last one has left, when it was killed.
@Suite("A killed program's staging file in memory") struct RecorderMemoryTests {
  private let folder = TemporaryFolder()

  /// Records to `app.rxtrace` until it is killed; where the staging file is then, and what was read with it.
  private func killed() throws -> (memory: String, recording: Recording) {
    // Each program counts from 0.
    unlink(folder.file("counters"))
    let counts = Counts(in: folder, threads: 1)
    let program = RecordedProgram(["endless", counts.path, "1"], ["RXTRACE": "app.rxtrace"], in: folder)
    counts.wait(for: 5000)
    program.killWithRecorder()
    _ = program.wait()
    let memory = try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("app.rxtrace.stage"))
    // The recorder's process ends a moment after the program, and holds the file's lock until then.
    let file = open(memory, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    #expect(flock(file, LOCK_EX) == 0)
    return (memory, try Recording.open(folder.file("app.rxtrace")))
  }

  private func start() -> Outcome { RecordedProgram.run(["every"], ["RXTRACE": "app.rxtrace"], in: folder) }

  @Test func `is beside its recording after the next start, with every record`() throws {
    let (memory, before) = try killed()
    #expect(access(memory, F_OK) == 0 && before.unknownLoss == nil)
    #expect(start().status == 0)
    #expect(access(memory, F_OK) != 0)
    let older = try #require(folder.names.first { $0.hasPrefix("app.2") && $0.hasSuffix(".rxtrace") })
    let after = try Recording.open(folder.file(older))
    #expect(after.stagingPath == folder.file(older + ".stage"))
    #expect(after.recordCount == before.recordCount && after.lostCount == 0 && after.unknownLoss == nil)
  }

  @Test func `goes with a recording that was deleted, and stays with one that has another name`() throws {
    let (first, _) = try killed()
    unlink(folder.file("app.rxtrace"))
    let outcome = start()
    #expect(outcome.status == 0)
    #expect(access(first, F_OK) != 0, "\(outcome) \(folder.names)")
    #expect(!folder.names.contains { $0.contains(".stage") })
    unlink(folder.file("app.rxtrace"))
    let (second, before) = try killed()
    defer { unlink(second) }
    rename(folder.file("app.rxtrace"), folder.file("crash.rxtrace"))
    #expect(start().status == 0)
    #expect(access(second, F_OK) == 0)
    let after = try Recording.open(folder.file("crash.rxtrace"))
    #expect(after.recordCount == before.recordCount && after.unknownLoss == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func `is not taken for one where a link leads elsewhere`() throws {
    let (memory, _) = try killed()
    unlink(folder.file("app.rxtrace"))
    let look = "stat -c '%i %u' '\(folder.file("app.rxtrace.stage"))' '\(memory)' \(folder.file("victim"))"
    // Another user's file, and another user's link to it.
    for deed in [
      "chown 65534 '\(memory)'", "chown 0 '\(memory)'; chown -h 65534 app.rxtrace.stage",
      "ln -sfn /dev/shm/rxtrace-evil/../../..$PWD/victim app.rxtrace.stage",
    ] {
      _ = RecordedProgram.shell("cd '\(folder.path)'; echo precious >victim; \(deed)")
      let before = RecordedProgram.shell(look).output
      #expect(start().status == 0)
      #expect(RecordedProgram.shell(look).output == before, "\(deed)")
      unlink(folder.file("app.rxtrace"))
    }
    unlink(memory)
  }

  /// `renameat2` with `RENAME_NOREPLACE` fails as on a file system that cannot do it.
  private static let filter = """
    import ctypes, os, struct, sys
    code = [(0x20, 0, 0, 0), (0x15, 0, 3, 316), (0x20, 0, 0, 48), (0x15, 0, 1, 1), (0x06, 0, 0, 0x50016), (0x06, 0, 0, 0x7fff0000)]
    room = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *line) for line in code))
    class Program(ctypes.Structure): _fields_ = [("count", ctypes.c_ushort), ("code", ctypes.c_void_p)]
    libc = ctypes.CDLL(None)
    libc.prctl(38, 1, 0, 0, 0)
    if libc.prctl(22, 2, ctypes.byref(Program(len(code), ctypes.addressof(room))), 0, 0) != 0: sys.exit(9)
    os.execv(sys.argv[1], sys.argv[1:])
    """

  @Test func `Where a file system cannot give a name away safely, no process takes another's`() throws {
    let script = folder.file("filter.py")
    try Self.filter.write(toFile: script, atomically: false, encoding: .utf8)
    let line = "for n in $(seq 40); do python3 '\(script)' '\(RecordedProgram.path)' every & done; wait"
    let outcome = RecordedProgram(
      shell: line, ["RXTRACE": "file:\(folder.file("app.rxtrace"))", "PATH": "/usr/local/bin:/usr/bin:/bin"],
      in: folder.path
    ).wait()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let recordings = folder.names.filter { $0.hasSuffix(".rxtrace") && !$0.hasPrefix(".") }
    #expect(recordings.count == 40, "\(folder.names)")
    for name in recordings { #expect(try Recording.open(folder.file(name)).isSealed) }
    // An older one gives its name up to no other file either.
    let older = folder.file("app.20200101-000000.rxtrace")
    _ = RecordedProgram.shell(
      "touch -d '2020-01-01 UTC' '\(folder.file("app.rxtrace"))'; echo precious >'\(older)'")
    let next = RecordedProgram(
      shell: "python3 '\(script)' '\(RecordedProgram.path)' every",
      ["RXTRACE": "app.rxtrace", "PATH": "/usr/local/bin:/usr/bin:/bin"], in: folder.path
    ).wait()
    #expect(next.status == 0, "\(next.errors)")
    #expect(RecordedProgram.contents(older) == "precious\n")
    #expect(folder.names.contains("app.20200101-000000-2.rxtrace"))
  }
}

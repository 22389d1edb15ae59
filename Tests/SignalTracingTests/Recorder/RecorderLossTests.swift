import Glibc
import Testing
import TraceFormat

@Suite("Where the disk ends", .serialized)
struct RecorderLossTests {
  let folder = TemporaryFolder()

  /// A file system of so many KiB.
  private func withSmallDisk(kibibytes: Int, _ body: (TemporaryFolder) throws -> Void) throws {
    let disk = TemporaryFolder()
    try #require(mount("tmpfs", disk.path, "tmpfs", 0, "size=\(kibibytes)k") == 0)
    defer { umount2(disk.path, Int32(MNT_DETACH)) }
    try body(disk)
  }

  static let canMakeDisks: Bool = {
    let folder = TemporaryFolder()
    return mount("tmpfs", folder.path, "tmpfs", 0, "size=4k") == 0 && umount(folder.path) == 0
  }()

  @Test(
    .enabled(if: canMakeDisks, "needs root, to make a small file system"),
    arguments: [12, 40, 100, 200, 800, 1500, 3000])
  func `the program goes on and every event is recorded or counted as lost`(kibibytes: Int) throws {
    try withSmallDisk(kibibytes: kibibytes) { disk in
      let counts = Counts(in: folder, threads: 3)
      let outcome = RecordedProgram.run(
        ["send", counts.path, "3", "5000"], ["RXTRACE": disk.file("full.rxtrace")], in: folder)
      #expect(outcome.status == 0, "\(outcome)")
      let tally = Tally(try Recording.open(disk.file("full.rxtrace")))
      #expect(counts.begun == 3 * (5000 * 63 + 1))
      #expect(tally.emitted == counts.begun)
      #expect(tally.lost > 0)
    }
  }

  @Test(
    .enabled(if: canMakeDisks, "needs root, to make a small file system"))
  func `values are given up first: every subscription, disposal and release is there`() throws {
    try withSmallDisk(kibibytes: 2500) { disk in
      let counts = Counts(in: folder, threads: 2)
      _ = RecordedProgram.run(
        ["send", counts.path, "2", "12000"], ["RXTRACE": disk.file("full.rxtrace")], in: folder)
      let recording = try Recording.open(disk.file("full.rxtrace"))
      let tally = Tally(recording)
      #expect(tally.emitted == counts.begun)
      #expect(tally.lost == 2 * 12_000 * 60 - tally.values)
      #expect(tally.disposed == 2 * 12_000)
      #expect(recording.isSealed)
      #expect(recording.damage.allSatisfy { $0.problem == .unfinished }, "\(recording.damage)")
    }
  }

  @Test(
    .enabled(if: canMakeDisks, "needs root, to make a small file system"))
  func `threads that come and go on a full disk leave no memory behind`() throws {
    try withSmallDisk(kibibytes: 150) { disk in
      let counts = Counts(in: folder, threads: 1)
      let program = RecordedProgram(
        ["endless", counts.path, "1"], ["RXTRACE": disk.file("first.rxtrace")], in: folder)
      counts.wait(for: 200_000)
      let outcome = RecordedProgram.run(
        ["threads", "2000"], ["RXTRACE": disk.file("full.rxtrace")], in: folder)
      kill(program.processID, SIGKILL)
      _ = program.wait()
      #expect(outcome.status == 0, "\(outcome)")
      let usage = outcome.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      try #require(usage.count == 4)
      #expect(usage[3] - usage[1] < 8192, "kilobytes")
      if let recording = try? Recording.open(disk.file("full.rxtrace")) {
        let emitted = Tally(recording).emitted
        // Where not even the number of losses found room, the reader says that the newest records are missing.
        let saysSo = !recording.isSealed && !recording.damage.isEmpty
        #expect(emitted == 8000 || (emitted < 8000 && saysSo), "\(emitted) events, \(recording.damage)")
      }
    }
  }

  @Test(
    .enabled(if: canMakeDisks, "needs root, to make a small file system"))
  func `a program killed on a full disk has lost what it says it has lost`() throws {
    try withSmallDisk(kibibytes: 700) { disk in
      let counts = Counts(in: folder, threads: 2)
      let program = RecordedProgram(
        ["endless", counts.path, "2"], ["RXTRACE": disk.file("full.rxtrace")], in: folder)
      counts.wait(for: 500_000)
      kill(program.processID, SIGKILL)
      _ = program.wait()
      let tally = Tally(try Recording.open(disk.file("full.rxtrace")))
      #expect(tally.lost > 0)
      #expect((counts.done...counts.begun).contains(tally.emitted))
    }
  }

  @Test func `a limit on the size of files does not kill the program`() throws {
    let counts = Counts(in: folder, threads: 2)
    let outcome = RecordedProgram(
      shell: "ulimit -f 400; exec '\(RecordedProgram.path)' send '\(counts.path)' 2 4000",
      ["RXTRACE": "limited.rxtrace"], in: folder.path
    ).wait()
    #expect(outcome.status == 0, "\(outcome)")
    let tally = Tally(try Recording.open(folder.file("limited.rxtrace")))
    #expect(tally.emitted == counts.begun)
    #expect(tally.lost > 0)
  }

  @Test(
    arguments: [20_000, 60_000])
  func `RXTRACE_MAX_SIZE bounds the file, values first, and what does not fit is counted`(size: Int) throws {
    let counts = Counts(in: folder, threads: 2)
    _ = RecordedProgram.run(
      ["send", counts.path, "2", "4000"], ["RXTRACE": "m.rxtrace", "RXTRACE_MAX_SIZE": "\(size)"], in: folder)
    let recording = try Recording.open(folder.file("m.rxtrace"))
    #expect(recording.isSealed && recording.damage.isEmpty)
    #expect(Tally(recording).emitted == counts.begun)
    #expect(recording.chunks.filter { $0.records > 0 }.allSatisfy { $0.offset + $0.length <= UInt64(size) })
  }

  @Test func `RXTRACE_MAX_SIZE leaves a quarter to what is not values`() throws {
    let counts = Counts(in: folder, threads: 2)
    _ = RecordedProgram.run(
      ["send", counts.path, "2", "4000"], ["RXTRACE": "m.rxtrace", "RXTRACE_MAX_SIZE": "600000"], in: folder)
    let recording = try Recording.open(folder.file("m.rxtrace"))
    let tally = Tally(recording)
    #expect(tally.emitted == counts.begun && tally.lost > 0)
    #expect(tally.disposed == 2 * 4000)
    // The newest values of each thread may take what is left.
    let values = recording.chunks.filter { $0.kind == .values && $0.records > 0 }
    #expect(values.filter { $0.offset + $0.length > 450_000 }.count <= 2)
    #expect(recording.chunks.filter { $0.records > 0 }.allSatisfy { $0.offset + $0.length <= 600_000 })
  }

  @Test func `a recording that is deleted meanwhile does not disturb the program`() throws {
    let counts = Counts(in: folder, threads: 1)
    let program = RecordedProgram(["send", counts.path, "1", "20000"], ["RXTRACE": "d.rxtrace"], in: folder)
    counts.wait(for: 1000)
    for name in folder.names where name.hasPrefix("d.rxtrace") { unlink(folder.file(name)) }
    #expect(program.wait().status == 0)
    #expect(counts.done == 20_000 * 63 + 1)
  }
}

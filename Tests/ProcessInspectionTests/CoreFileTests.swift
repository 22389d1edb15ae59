import Foundation
import Testing
import TraceFixtures

@testable import ProcessInspection

/// Core files that were made byte by byte.
@Suite struct CoreFileTests {
  private let folder: TemporaryFolder
  private let file: RewrittenFile

  init() throws {
    folder = try TemporaryFolder()
    file = RewrittenFile(in: folder)
  }

  private func core(_ bytes: [UInt8]) throws -> CoreFile {
    file.write(bytes)
    return try CoreFile(path: file.path)
  }

  /// The error of a file that is no core to be read.
  private func error(_ change: (inout CoreSample) -> Void) -> CoreError? {
    var sample = CoreSample()
    change(&sample)
    file.write(sample.bytes)
    do {
      _ = try CoreFile(path: file.path)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [62, 183])
  func `A core of either processor has the process, its program and its subscriptions`(processor: UInt16)
    throws
  {
    var sample = CoreSample(subscriptions: 7)
    sample.processor = processor
    let core = try core(sample.bytes)
    #expect(core.process == CoreSample.process && core.program == "/bin/app" && core.missing == 0)
    let read = core.read().table
    #expect(read.subscriptions.map(\.identifier) == [1, 2, 3, 4, 5, 6, 7])
    #expect(read.runtimes == 1 && read.unsettled == 0 && read.elsewhere == 0 && !read.isCut)
    #expect(read.subscriptions[0].operatorName == "map" && read.subscriptions[0].file == "a.swift")
    #expect(read.subscriptions[0].line == 17 && read.subscriptions[4].downstream == 1)
    #expect(read.hasTimes && read.taken == 8_000_000_000 && read.subscriptions[0].began == 2_000_000_000)
  }

  @Test func `Texts come from the program's file, if its first page is the one that the core has`() throws {
    let program = folder.file("app").path
    func names(build: UInt8) throws -> (names: [String], unused: [CoreFileProvider.Unused]) {
      try Data(CoreSample.file(build: build)).write(to: URL(fileURLWithPath: program))
      let reading = try core(CoreSample(subscriptions: 2, program: program).bytes).read()
      return (
        reading.table.subscriptions.map { "\($0.operatorName) \($0.file):\($0.line)" }, reading.unusedFiles
      )
    }
    let same = try names(build: 1)
    #expect(same.names == ["map a.swift:17", "filter b.swift:8"] && same.unused.isEmpty)
    let other = try names(build: 2)
    #expect(other.names == ["map a.swift:17", " :0"])
    #expect(other.unused == [CoreFileProvider.Unused(path: program, reason: .another)])
    try FileManager.default.removeItem(atPath: program)
    let none = try core(CoreSample(subscriptions: 2, program: program).bytes).read()
    #expect(
      none.unusedFiles == [CoreFileProvider.Unused(path: program, reason: .unreadable(SystemError(ENOENT)))])
  }

  @Test func `A file that is no program is not read, even where the core says what its first page is`() throws
  {
    let path = folder.file("secret").path
    var secret = CoreSample.file()
    secret.replaceSubrange(0..<4, with: "root".utf8)
    try Data(secret).write(to: URL(fileURLWithPath: path))
    var sample = CoreSample(subscriptions: 2, program: path)
    sample.memory[0].bytes = Array(secret.prefix(4096))
    let reading = try core(sample.bytes).read()
    #expect(reading.table.subscriptions.map(\.operatorName) == ["map", ""])
    #expect(reading.unusedFiles.map(\.reason) == [.another])
    sample.memory.removeFirst()
    #expect(try core(sample.bytes).read().unusedFiles.map(\.reason) == [.notCompared])
  }

  @Test func `Texts that the core has itself are read from it`() throws {
    var sample = CoreSample(subscriptions: 2, program: "/nowhere")
    sample.memory.append(
      .init(address: CoreSample.program + 0x1000, bytes: CoreSample.textsOfProgram, flags: 4))
    // A text is read to the end of 256 bytes.
    sample.memory[2].bytes += [UInt8](repeating: 0, count: 512)
    #expect(try core(sample.bytes).read().table.subscriptions.map(\.operatorName) == ["map", "filter"])
  }

  @Test func `A table of another process, which forked this one, is none`() throws {
    var sample = CoreSample()
    sample.owner += 1
    #expect(try core(sample.bytes).read().table.runtimes == 0)
    sample.owner = 0
    #expect(try core(sample.bytes).read().table.runtimes == 1, "the core does not tell its process")
  }

  @Test func `Memory that lies in several parts is read over their borders`() throws {
    var sample = CoreSample(subscriptions: 7)
    let table = sample.memory[1].bytes
    for place in [1, 64, 4095, 8192 + 60, 8192 + 100] {
      sample.memory[1].bytes = Array(table[..<place])
      let rest = CoreSample.Memory(address: CoreSample.table + UInt64(place), bytes: Array(table[place...]))
      #expect(
        try core(
          {
            var parts = sample; parts.memory.append(rest); return parts.bytes
          }()
        ).read()
          .table.subscriptions.count == 7)
    }
  }

  @Test func `A core with more segments than 16 bits count says so in a section header`() throws {
    var sample = CoreSample()
    sample.countsInSection = true
    #expect(try core(sample.bytes).read().table.subscriptions.count == 6)
  }

  @Test func `A core that is cut has what lies before, and says how much is missing`() throws {
    let whole = CoreSample(subscriptions: 9).bytes
    let later = try core(Array(whole.dropLast(200)))
    #expect(later.missing == 200 && later.read().table.subscriptions.map(\.identifier) == [1, 2, 3, 4, 5, 6])
    #expect(later.read().table.lost == 3)
    let earlier = try core(Array(whole.dropLast(12_000)))
    #expect(earlier.missing == 12_000 && earlier.read().table.runtimes == 0)
    // Whatever is left, nothing traps.
    for count in stride(from: 0, to: whole.count, by: 61) {
      file.write(Array(whole.prefix(count)))
      _ = try? CoreFile(path: file.path).read()
    }
  }

  @Test func `What is no core, or of another machine, is told apart`() throws {
    #expect(error { $0.type = 2 } == .notCore)
    #expect(error { $0.wordSize = 1 } == .narrow)
    #expect(error { $0.byteOrder = 2 } == .otherByteOrder)
    #expect(error { $0.processor = 243 } == .otherProcessor(243))
    #expect(error { $0.wordSize = 7 } == .notELF)
    #expect(error { _ in } == nil)
    #expect(throws: CoreError.notELF) { try core(Array("no core".utf8)) }
    #expect(throws: CoreError.notELF) { try core([]) }
    #expect(throws: CoreError.cut) { try core(Array(CoreSample().bytes.prefix(100))) }
    #expect(throws: CoreError.compressed(unpack: "zstd -d")) { try core([0x28, 0xb5, 0x2f, 0xfd, 0, 0]) }
    #expect(throws: CoreError.unreadable(SystemError(EISDIR))) { try CoreFile(path: folder.path) }
    #expect(throws: CoreError.unreadable(SystemError(ENOENT))) {
      try CoreFile(path: folder.file("none").path)
    }
  }

  @Test func `A table that was left out, and a core without a list of files, are seen`() throws {
    var sample = CoreSample()
    sample.memory.removeLast()
    let core = try core(sample.bytes)
    #expect(core.lacksTable && core.listsFiles && core.read().table.runtimes == 0)
    sample.mappings = nil
    let bare = try self.core(sample.bytes)
    #expect(!bare.lacksTable && !bare.listsFiles && bare.program == "app")
  }
}

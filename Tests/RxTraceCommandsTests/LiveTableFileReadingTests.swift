import Foundation
import Testing
import TraceFixtures

@testable import ProcessInspection

/// The file in which a process keeps its table of living subscriptions.
@Suite struct LiveTableFileReadingTests {
  @Test(.enabled(if: MutatedProcess.isAllowed, "the kernel lets nobody look into another process"))
  func `a stopped process tells the same by its file as by its memory`() throws {
    let process = try MutatedProcess()
    let budget = ReadingBudget(of: process.pid)
    let tables = try LiveTableFile.all(of: #require(RunningProcess(process.pid)))
    #expect(tables.count == 1)
    let files = try MappedFiles(of: process.pid)
    let byFile = LiveTableReader(
      of: tables, ForeignTexts(of: process.pid, tables, files, looksIntoMemory: false), budget: budget)
    let byMemory = LiveTableReader(of: files, in: try ProcessMemory(of: process.pid), budget: budget)
    func texts(_ read: LiveTableReader) -> [String] {
      read.subscriptions.map { "\($0.identifier) \($0.operatorName) \($0.file):\($0.line)" }.sorted()
    }
    #expect(Set(texts(byFile)).symmetricDifference(texts(byMemory)) == [])
    #expect(texts(byFile).count > 10)
    #expect(byFile.runtimes == 1 && byFile.elsewhere == 0)
  }

  @Test(.enabled(if: MutatedProcess.isAllowed, "the kernel lets nobody look into another process"))
  func `nobody else can write into it, or make it shorter`() throws {
    let process = try MutatedProcess()
    let folder = "/proc/\(process.pid)/fd"
    let number = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).first {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?
          .hasPrefix("/memfd:rxtrace (") == true
      })
    let descriptor = open("\(folder)/\(number)", O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(pwrite(descriptor, "x", 1, 0) == -1 && errno == EPERM)
    #expect(ftruncate(descriptor, 0) == -1 && errno == EPERM)
    #expect(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) == MAP_FAILED)
  }

  /// The words of the head, one of which says anything.
  @Test func `a file that says anything makes no reader trap`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("table").path
    for word in 0..<12 {
      for value: UInt64 in [0, 1, 64, 4096, 1 << 20, 1 << 40, 1 << 63, .max, .max - 4096] {
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        func put(_ number: UInt64, _ place: Int) {
          bytes.withUnsafeMutableBytes { $0.storeBytes(of: number, toByteOffset: place, as: UInt64.self) }
        }
        put(1 | 64 << 32, 0)
        put(1024, 8)
        for (place, number): (Int, UInt64) in [
          (40, 1), (48, 1 << 40), (56, 1 << 16), (64, 1), (80, 4096), (88, 4100),
        ] { put(number, place) }
        bytes.replaceSubrange(4096..<4099, with: "map".utf8)
        for record in 0..<10 {
          let place = 1 << 16 + record * 64
          put(UInt64(record + 1), place)
          put(1 << 40 + 4096, place + 16)
          put(1 << 32, place + 60 - 4)
        }
        put(value, word * 8)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        guard let table = LiveTableFile(try ProcessMemory(at: path)) else { continue }
        let read = LiveTableReader(
          of: [table],
          ForeignTexts(of: getpid(), [table], try MappedFiles(of: getpid()), looksIntoMemory: false),
          budget: ReadingBudget(size: 1 << 20))
        #expect(read.subscriptions.count <= 1 << 14)
        if word == 0, value & 0xff != 1 {
          #expect(read.runtimes == 0 && table.layout == UInt32(truncatingIfNeeded: value))
        }
      }
    }
  }
}

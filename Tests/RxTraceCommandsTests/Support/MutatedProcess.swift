import Foundation
import Glibc
import Testing
import TraceFixtures

@testable import ProcessInspection

/// A program with living subscriptions that has been stopped, and whose memory is written from here.
///
/// What is written stays until it is put back: the program never goes on.
final class MutatedProcess {
  let pid: pid_t
  /// Where the table of the living begins.
  let head: UInt64
  /// The words of its memory that an observer reads.
  let words: [UInt64]
  private let process: ChildProcess
  private let folder: TemporaryFolder
  private let memory: Int32

  /// Whether the kernel allows it.
  static let isAllowed =
    getuid() == 0 || (try? String(contentsOfFile: yama, encoding: .utf8)).map { $0 < "2" } ?? true
  private static let yama = "/proc/sys/kernel/yama/ptrace_scope"

  init() throws {
    folder = try TemporaryFolder()
    let page = folder.file("living").path
    #expect(FileManager.default.createFile(atPath: page, contents: nil))
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("RecordedProgram").path
    process = try ChildProcess(
      program, ["living", page, "1", "100000"], output: "/dev/null", errors: "/dev/null")
    pid = process.pid
    let end = ContinuousClock.now + .seconds(60)
    // Behind the first line: how many subscriptions its thread has made.
    while FileManager.default.contents(atPath: page)?.dropFirst(65).first ?? 0 == 0 {
      try #require(ContinuousClock.now < end)
      usleep(10_000)
    }
    kill(pid, SIGSTOP)
    var status: Int32 = 0
    #expect(waitpid(pid, &status, WUNTRACED) == pid)
    memory = open("/proc/\(pid)/mem", O_RDWR | O_CLOEXEC)
    try #require(memory >= 0)
    head = try #require(LiveTableReader.headAddress(in: MappedFiles(of: pid)))
    words = try Self.words(from: head, in: ProcessMemory(of: pid))
    try #require(words.count > 100)
  }

  deinit {
    close(memory)
    kill(pid, SIGKILL)
  }

  /// Those of the head, of the records that are somebody's, of their texts, and of the link between chunks.
  private static func words(from head: UInt64, in memory: borrowing ProcessMemory) throws -> [UInt64] {
    var words = (0..<5).map { head + 8 * $0 }
    let head = memory.bytes(at: head, count: 40)
    let bytes = try #require(head)
    var (chunk, texts) = (bytes.number(at: 32), Set<UInt64>())
    while chunk != 0 {
      let read = memory.bytes(at: chunk, count: 1 << 16)
      let records = try #require(read)
      for record in stride(from: 0, to: (1 << 16) - 64, by: 64) where records[record + 60] != 0 {
        words += (0..<8).map { chunk + UInt64(record) + 8 * $0 }
        texts.formUnion([records.number(at: record + 16), records.number(at: record + 24)])
      }
      words.append(chunk + 1 << 16 - 64)
      chunk = records.number(at: (1 << 16) - 64)
    }
    return words + texts.flatMap { [$0, $0 + 8] }
  }

  func number(at address: UInt64) -> UInt64 {
    var number: UInt64 = 0
    #expect(pread(memory, &number, 8, off_t(address)) == 8)
    return number
  }

  func put(_ number: UInt64, at address: UInt64) {
    var number = number
    #expect(pwrite(memory, &number, 8, off_t(address)) == 8)
  }
}

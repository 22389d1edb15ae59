import Foundation
import Testing
import TraceFormat

/// The tasks and streams of a process that runs, by probes in the Swift runtime.
@Suite(.enabled(if: Kernel.isReady, "\(Kernel.obstacle)"))
struct TaskProbeTests {
  /// A program that waits for a line before it begins, and before it ends.
  private final class Waiting {
    private let process = Process()
    private let input = Pipe()

    init() throws {
      process.executableURL = URL(fileURLWithPath: Programs.path("StreamProgram"))
      process.arguments = ["wait"]
      process.standardInput = input
      process.standardOutput = FileHandle.nullDevice
      try process.run()
    }

    deinit {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }

    var pid: Int32 { process.processIdentifier }
    func goOn() { try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }
  }

  private static func line(_ text: String) throws -> Int {
    let program = try String(
      contentsOfFile: "\(Programs.repository)/Tests/Programs/Streams/main.swift", encoding: .utf8)
    let lines = program.split(separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.contains(text) }, "\(text)") + 1
  }

  @Test(.enabled(if: Programs.isInstalled("unshare"), "needs unshare"))
  func `a namespace of processes is refused, as its numbers are not the tracer's`() throws {
    let words = [
      "--pid", "--fork", "--mount-proc", "sh", "-c", "\(Programs.path("rxtrace")) tasks --pid 1; exit $?",
    ]
    let refused = try Programs.run("unshare", words)
    #expect(refused.status == 3 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("process 1 has another number outside of this container"), "\(refused)")
  }

  @Test func `tasks names the four that wait for streams that nobody can finish`() throws {
    let scratch = try Scratch()
    let program = try Waiting()
    let recording = scratch.file("seen.rxtrace"), said = scratch.file("said"), told = scratch.file("told")
    for path in [said, told] { try Data().write(to: URL(fileURLWithPath: path)) }
    let tool = Process()
    tool.executableURL = URL(fileURLWithPath: Programs.path("rxtrace"))
    tool.arguments = [
      "tasks", "--pid", "\(program.pid)", "--watch", "4s", "--recording", recording, "--charset", "ascii",
      "--width",
      "160",
    ]
    tool.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: said))
    tool.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: told))
    try tool.run()
    // It says so once all is attached.
    for _ in 0..<600 {
      if try String(contentsOfFile: said, encoding: .utf8).contains("watches process") || !tool.isRunning {
        break
      }
      usleep(100_000)
    }
    program.goOn()
    tool.waitUntilExit()
    program.goOn()
    let errors = try String(contentsOfFile: said, encoding: .utf8)
    let output = try String(contentsOfFile: told, encoding: .utf8)
    #expect(tool.terminationStatus == 0, "\(errors)")
    #expect(errors.contains("libswift_Concurrency.so (Swift 6.3, bpftrace, root)"), "\(errors)")
    let leaks = output.split(separator: "\n").filter { $0.hasPrefix("LEAK ") }
    let line = try Self.line("  Task {")
    #expect(leaks.first?.contains("certain") == true, "\(output)")
    #expect(leaks.first?.contains("main.swift:\(line), ") == true, "\(output)")
    #expect(output.contains("main.swift:\(try Self.line("for await number in client"))"), "\(output)")

    var abandoned = 0, tasks = 0
    try Recording.open(recording).forEach { record in
      switch record.event {
      case .abandoned: abandoned += 1
      case .subscribed(_, _, let role, _) where role.kind == .task: tasks += 1
      default: break
      }
    }
    // All but the main task, which was there before, and one for each `Task.sleep`. Streams whose readers are over may be
    // among the abandoned ones.
    #expect(abandoned >= 4 && tasks >= 25, "\(abandoned) of \(tasks)")
  }

  @Test func `a process without tasks is refused in a line`() throws {
    let run = try Programs.run(Programs.path("rxtrace"), ["tasks", "--pid", "1", "--watch", "1s"])
    #expect(run.status == 3)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }
}

import Foundation
import Testing
import TraceAnalysis
import TraceFormat

/// A program of traced tasks that is recorded as any other one: `Tests/Programs/Async`.
@Suite struct RecordedTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "rxtrace-async-\(UUID())")

  /// Runs the program, and hands over its recording.
  private func records() throws -> [TraceRecord] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "async.rxtrace").path
    let (program, output) = (Process(), Pipe())
    program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "AsyncProgram")
    program.environment = ["RXTRACE": "file:\(path)", "RXTRACE_WAIT": "1"]
    program.standardOutput = output
    try program.run()
    let text = try output.fileHandleForReading.readToEnd()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    #expect(text == Data("40400\n".utf8))
    return Array(try Recording.open(path).records)
  }

  private func verdicts(_ records: [TraceRecord]) -> Verdicts {
    var builder = ForestBuilder()
    for record in records { builder.add(record) }
    return Verdicts(builder.finish(began: nil, ended: nil), options: Verdicts.Options(minimum: .likely))
  }

  /// The line of the program that holds `text`.
  private func line(_ text: String) throws -> Int {
    let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Programs/Async/main.swift")
    let lines = try String(contentsOf: program, encoding: .utf8).components(separatedBy: "\n")
    return try #require(lines.firstIndex { $0.contains(text) }, "\(text)") + 1
  }

  @Test func `the readers whose streams were never finished are named, and nothing else is`() throws {
    let leaks = verdicts(try records()).leaks
    #expect(leaks.map(\.reason) == [.abandoned])
    let leak = try #require(leaks.first)
    #expect(leak.confidence == .certain)
    #expect(leak.instances.count == 3)
    #expect(leak.site.line == UInt32(try line("tracedTask(\"reader\")")))
    #expect(leak.otherSite?.line == UInt32(try line("named: \"numbers\"")))
  }

  @Test func `every value of a loop was caused by a value of its stream, and none is lost`() throws {
    var names: [SubscriptionID: String] = [:]
    var senders: [EventID: SubscriptionID] = [:]
    var causes: [String: Int] = [:]
    for record in try records() {
      switch record.event {
      case .subscribed(let id, _, _, let site): names[id] = site.operatorName
      case .next(let id, let event, let cause, _):
        senders[event] = id
        let before = cause.flatMap { senders[$0] }.flatMap { names[$0] } ?? "nothing"
        causes["\(names[id] ?? "?") after \(before)", default: 0] += 1
      default: break
      }
    }
    #expect(
      causes == [
        "numbers after nothing": 48, "even numbers after numbers": 24, "hundred after nothing": 800,
        "count after hundred": 800,
      ])
  }
}

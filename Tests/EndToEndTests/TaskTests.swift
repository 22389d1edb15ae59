import Foundation
import Testing

/// The tasks of a program that knows nothing of us.
@Suite struct TaskTests {
  private let scratch: Scratch
  private let recording: String

  /// The line of the program that holds `text`.
  private static func line(_ text: String) throws -> Int {
    let program = try String(
      contentsOfFile: "\(Programs.repository)/Tests/Programs/Tasks/main.swift", encoding: .utf8)
    let lines = program.split(separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.contains(text) }, "\(text)") + 1
  }

  init() throws {
    scratch = try Scratch()
    recording = scratch.file("tasks.rxtrace")
    let run = try Programs.run(
      Programs.path("TaskProgram"),
      environment: [
        "LD_PRELOAD": Programs.path("librxtasks.so"), "RXTRACE": "file:\(recording)",
      ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "19\n")
    #expect(run.errors == "")
  }

  private func rxtrace(_ words: String...) throws -> String {
    let run = try Programs.run(Programs.path("rxtrace"), words + [recording])
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  @Test func `the task whose stream nobody finishes is named at its line`() throws {
    let leaks = try rxtrace("leaks")
    let line = try Self.line("  Task {")
    let rows = leaks.split(separator: "\n").filter { $0.hasPrefix("LEAK ") }
    #expect(rows.count == 1, "\(leaks)")
    // A task, its loop and its stream for each.
    #expect(rows.first?.contains("certain") == true && rows.first?.contains(" 30 ") == true, "\(leaks)")
    #expect(rows.first?.contains("main.swift:\(line), ") == true, "\(leaks)")
    #expect(!leaks.contains("SUSPECT "), "\(leaks)")
  }

  @Test func `each task is drawn at its line, below the task that made it`() throws {
    let tree = try rxtrace("render", "--all", "--charset", "ascii", "--width", "160")
    for (word, text) in [
      ("task", "  Task {"), ("detached task", "Task.detached"), ("child task", "group.addTask"),
      ("async let", "async let first"), ("async let", "async let second"),
      ("cancelled", "let sleeper = Task"),
      ("still running", "let asking = Task"), ("main task", "main.swift:0"),
    ] {
      let place = text.hasPrefix("main") ? text : "main.swift:\(try Self.line(text)) "
      #expect(
        tree.split(separator: "\n").contains { $0.contains(word) && $0.contains(place) },
        "\(word) \(place)\n\(tree)")
    }
  }

  @Test func `every task that ended has an end, in its way`() throws {
    let events = try rxtrace("events")
    func count(_ word: String) -> Int { events.split(separator: "\n").count { $0.contains(word) } }
    // 42 readers, 7 children, 2 of `async let`, the refused, the sleeper, the asking, and the main task. Of these 10 readers,
    // the asking and the main task are there at the end. A reader has a loop and a stream besides.
    #expect(count("subscribed") == 55 + 2 * 42, "\(events)")
    #expect(count("released") == 55 - 12 + 2 * 32, "\(events)")
    #expect(count("cancelled") == 2, "\(events)")
    #expect(count("error") == 1, "\(events)")
  }
}

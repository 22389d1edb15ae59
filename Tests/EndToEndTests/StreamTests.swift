import Foundation
import Testing
import TraceFormat

/// The streams of a program that knows nothing of us.
@Suite struct StreamTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The line of the program that holds `text`.
  private static func line(_ text: String) throws -> Int {
    let program = try String(
      contentsOfFile: "\(Programs.repository)/Tests/Programs/Streams/main.swift", encoding: .utf8)
    let lines = program.split(separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.contains(text) }, "\(text)") + 1
  }

  private func recorded() throws -> String {
    let recording = scratch.file("streams.rxtrace")
    let run = try Programs.run(
      Programs.path("StreamProgram"),
      environment: ["LD_PRELOAD": Programs.path("librxtasks.so"), "RXTRACE": "file:\(recording)"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "b\nend\n")
    #expect(run.errors == "")
    return recording
  }

  private func rxtrace(_ words: [String]) throws -> String {
    let run = try Programs.run(Programs.path("rxtrace"), words)
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  /// The counts of what happened to the loops and to what they read.
  private struct Counts {
    var loops: Set<SubscriptionID> = []
    var streams: Set<SubscriptionID> = []
    var finished = 0, failed = 0, cancelled = 0, left = 0, abandoned = 0, alive = 0
    var values = 0, read = 0

    init(_ path: String) throws {
      var (loops, streams): (Set<SubscriptionID>, Set<SubscriptionID>) = ([], [])
      var counts = (finished: 0, failed: 0, cancelled: 0, left: 0, abandoned: 0, ended: 0, values: 0, read: 0)
      try Recording.open(path).forEach { record in
        switch record.event {
        case .subscribed(let id, _, let role, let site):
          if role.kind == .loop { loops.insert(id) }
          if site.operatorName.hasPrefix("Async") { streams.insert(id) }
        case .next(let id, _, _, _):
          if streams.contains(id) { counts.values += 1 }
          if loops.contains(id) { counts.read += 1 }
        case .completed(let id, _, _) where loops.contains(id): counts.finished += 1
        case .error(let id, _, _, _) where loops.contains(id): counts.failed += 1
        case .disposed(let id, _, _, .cancelled) where loops.contains(id): counts.cancelled += 1
        case .disposed(let id, _, _, .downstream) where loops.contains(id): counts.left += 1
        case .abandoned: counts.abandoned += 1
        case .released(let id) where loops.contains(id): counts.ended += 1
        default: break
        }
      }
      (self.loops, self.streams) = (loops, streams)
      (finished, failed, cancelled, left) = (counts.finished, counts.failed, counts.cancelled, counts.left)
      (abandoned, alive) = (counts.abandoned, loops.count - counts.ended)
      (values, read) = (counts.values, counts.read)
    }
  }

  @Test func `each loop that reads a stream is seen, and how it ended`() throws {
    let counts = try Counts(try recorded())
    // 20 clients and five others. 4 clients and two others wait at the end.
    #expect(counts.loops.count == 25 && counts.streams.count == 25)
    #expect(counts.finished == 16 && counts.failed == 1 && counts.cancelled == 1 && counts.left == 1)
    #expect(counts.alive == 6)
    // 4 values for each client, a piece of news, two letters and an answer.
    #expect(counts.read == 20 * 4 + 1 + 2 + 1)
  }

  @Test func `a stream is known to be abandoned once nobody but its reader has it`() throws {
    #expect(try Counts(try recorded()).abandoned == 4)
  }

  @Test func `loops and streams are drawn at their lines, below their tasks`() throws {
    let tree = try rxtrace([
      "render", "--all", "--charset", "ascii", "--width", "160", try recorded(),
    ])
    for (word, text) in [
      ("for await", "for await number in client"), ("AsyncStream", "= AsyncStream.makeStream(of: Int.self)"),
      ("for await", "for await _ in news"), ("AsyncStream", "makeStream(of: String.self)"),
      ("for await", "try await count(answers)"), ("AsyncThrowingStream", "AsyncThrowingStream.make"),
      ("AsyncStream", "let letters = AsyncStream"),
    ] {
      let place = "main.swift:\(try Self.line(text)) "
      #expect(
        tree.split(separator: "\n").contains { $0.contains(word) && $0.contains(place) },
        "\(word) \(place)\n\(tree)")
    }
  }
}

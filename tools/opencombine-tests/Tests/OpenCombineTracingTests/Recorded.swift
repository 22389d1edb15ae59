import Foundation
import OpenCombineTracing
import SignalTracing
import Testing
import TraceAnalysis
import TraceFormat

/// One test after the other: a recording is of the whole process.
@Suite(.serialized) enum OpenCombineTests {}

/// The recording of a test's code, in short lines.
struct Recorded {
  let forest: Forest
  let events: [TraceEvent]
  let lost: UInt64

  /// Runs `body` while the process records, with the values.
  init(_ body: () throws -> Void) throws {
    OpenCombineTracing.enable()
    let folder = NSTemporaryDirectory() + "opencombine-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/test.rxtrace"
    try TraceRecording.start(to: path, values: 64)
    try body()
    #expect(TraceRecording.stop())
    let recording = try Recording.open(path)
    forest = Forest(reading: recording)
    events = recording.records.map(\.event)
    lost = recording.lostCount
  }

  /// Begun in the recording: other tests leave lives.
  private var lives: [Life] { forest.lives.filter { !$0.wasAliveBefore && !$0.isBeginningMissing } }

  /// `name role < downstream: end` for each life of the recording, in order of birth.
  var lines: [String] {
    lives.map { life in
      let number = life.role.number > 0 ? " \(life.role.number)" : ""
      let role = life.role.kind.map { "\($0)" } ?? "?"
      let alone = role == "source" ? "root" : role
      let place = life.downstream.map { "\(role)\(number) < \($0.name)" } ?? alone
      return "\(life.name) \(place): \(Self.end(of: life))"
    }
  }

  private static func end(of life: Life) -> String {
    if let ending = life.ending {
      #expect(life.disposal?.reason == .terminated)
      return ending.kind == .completed ? "completed" : "failed"
    }
    if let disposal = life.disposal { return "\(disposal.reason)" }
    return life.isAlive ? "alive" : "released"
  }

  /// The only life of that name.
  func life(_ name: String) throws -> Life {
    let found = lives.filter { $0.name == name }
    try #require(found.count == 1, "\(name): \(found.count)")
    return found[0]
  }

  /// `name value` for each value, in the order in which they were sent.
  var values: [String] {
    events.compactMap { event in
      guard case .next(let id, _, _, let value) = event else { return nil }
      return "\(forest[id]?.name ?? "?") \(value ?? "?")"
    }
  }

  /// `name < name` for each event that was caused by an event of another life.
  var causes: [String] {
    var senders: [EventID: String] = [:]
    var found: [String] = []
    for event in events {
      let (id, number, cause): (SubscriptionID, EventID, EventID?)
      switch event {
      case .next(let life, let event, let because, _): (id, number, cause) = (life, event, because)
      case .completed(let life, let event, let because): (id, number, cause) = (life, event, because)
      case .error(let life, let event, let because, _): (id, number, cause) = (life, event, because)
      default: continue
      }
      let name = forest[id]?.name ?? "?"
      senders[number] = name
      if let cause { found.append("\(name) < \(senders[cause] ?? "?")") }
    }
    return found
  }

  func count(where matches: (TraceEvent) -> Bool) -> Int { events.count(where: matches) }
}

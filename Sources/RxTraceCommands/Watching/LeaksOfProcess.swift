import ArgumentParser
import TraceAnalysis
import TraceExport
import TraceRendering

/// `leaks --pid PID`: the verdict on a process that runs.
struct LeaksOfProcess {
  /// A watch must hold a few looks, and nobody waits for longer than a day.
  private static let lengths: ClosedRange<UInt64> = 1_000_000_000...86_400_000_000_000
  private static let usualLength: UInt64 = 30_000_000_000
  /// The permanent settings that are for it. The others are for recordings.
  static let settings: Set<String> = [
    "charset", "color", "link-format", "max", "min-confidence", "pager", "source", "source-root", "width",
  ]

  let process: Int32
  let length: UInt64
  let minimum: Confidence
  let format: Leaks.Format
  let limit: Int?

  init(
    _ process: Int32, for length: DurationArgument?, _ minimum: Confidence, _ format: Leaks.Format,
    limit: Int?
  ) throws {
    guard process > 0 else { throw ValidationError("--pid takes the number of a process.") }
    self.length = length?.nanoseconds ?? Self.usualLength
    guard Self.lengths.contains(self.length) else {
      throw ValidationError("--watch takes a time from 1s to a day (24h).")
    }
    (self.process, self.minimum, self.format, self.limit) = (process, minimum, format, limit)
  }

  /// Whether `leaks` is called for a process.
  static func isAsked(in arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { word in
      ["--pid", "-p"].contains { word == $0 || word.hasPrefix($0 + "=") }
    }
  }

  func answer(with answer: AnswerOptions) throws(CommandFailure) {
    let seen = try Progress.during(Progress(watching: process)) { () throws(CommandFailure) in
      try ProcessWatch(process, for: length)
    }
    let verdicts = WatchVerdicts(seen.watch, minimum: minimum)
    let doubts = (seen.ending.map { [$0.words] } ?? []) + seen.doubts.sorted()
    var shown = ""
    switch format {
    case .text:
      var text = WatchText(program: seen.name, process: process, limit: limit, on: answer.page)
      text.doubts = doubts
      text.startedAt = seen.startedAt
      text.write(seen.watch, verdicts, to: &shown)
    case .json:
      WatchJSON(program: seen.name, process: process, doubts: doubts).write(seen.watch, verdicts, to: &shown)
    }
    try answer.answer(shown)
  }
}

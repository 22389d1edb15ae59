import TraceFormat

/// The counts of an import.
package struct ImportTally {
  /// The process that is imported: the one that was asked for, else the first one in the lines. Nil while
  /// nothing tells.
  package private(set) var process: UInt32?
  package private(set) var events = 0
  package private(set) var subscriptions = 0
  package private(set) var damaged = 0
  /// The number of the first line that could not be understood.
  package private(set) var firstDamaged: Int?
  /// Events that the tracer says that it lost.
  package var lost: UInt64 = 0
  /// Whether the lines are those of `tasks.bt` or `streams.bt`.
  package var isOfRuntime = false
  /// Events of other processes, by process: they were left out.
  package private(set) var others: [UInt32: Int] = [:]
  package private(set) var timeRange: ClosedRange<UInt64>?

  /// Other processes that are told apart; those beyond count as process 0.
  private static let mostOthers = 16

  init(process: UInt32?) { self.process = process }

  /// Whether a firing belongs to the process that is imported.
  mutating func accepts(_ firing: ProbeFiring) -> Bool { firing.process.map { accepts($0) } ?? true }

  /// Whether the process is the one that is imported.
  mutating func accepts(_ its: UInt32) -> Bool {
    if process == nil { process = its }
    if its == process { return true }
    let counted = others[its] != nil || others.count < Self.mostOthers ? its : 0
    others[counted, default: 0] += 1
    return false
  }

  mutating func damaged(line: Int) {
    damaged += 1
    firstDamaged = firstDamaged ?? line
  }

  mutating func add(_ record: TraceRecord) {
    switch record.event {
    case .lost: return
    case .subscribed: subscriptions += 1
    default: break
    }
    events += 1
    let range = timeRange ?? record.time...record.time
    timeRange = min(range.lowerBound, record.time)...max(range.upperBound, record.time)
  }
}

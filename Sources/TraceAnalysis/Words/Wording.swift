import TraceFormat

/// The words for what became of a subscription, the same in every drawing and report. Names and errors in
/// them are as the program gave them: who writes the words escapes them.
package struct Wording: Sendable {
  package let trace: AnalyzedTrace
  package let unit: TimeUnit

  package init(_ trace: AnalyzedTrace) {
    self.trace = trace
    unit = TimeUnit(for: trace.length)
  }

  /// Its label or operator; `""` where that would not be seen.
  package func name(of life: Life) -> String { visible(life.name) }

  /// A moment, counted from the beginning of the recording; what lies before it is 0.
  package func moment(_ time: UInt64) -> String {
    unit.text(time > trace.forest.began ? time - trace.forest.began : 0)
  }

  /// How long it lived: `3.98`, and `11.98+` for one that lives on.
  package func life(_ life: Life) -> String {
    unit.text(trace.forest.duration(of: life), digits: 2) + (life.isAlive ? "+" : "")
  }

  /// `completed 5.001`, `failed 2.000`, `disposed 4.000`, `cancelled 4.000`, `fired 5.000`; nil for one that
  /// lives.
  package func end(of life: Life) -> String? {
    if let signalled = life.downstream, signalled.stoppedBy == life.index,
      let time = signalled.stoppedAt
    {
      return "fired " + moment(time)
    }
    if let ending = life.ending, ending.time <= life.disposal?.time ?? .max {
      return (ending.kind == .error ? "failed " : "completed ") + moment(ending.time)
    }
    return life.disposal.map { ($0.reason == .cancelled ? "cancelled " : "disposed ") + moment($0.time) }
  }

  /// The state, and what is to be added where there is room.
  package func state(of life: Life) -> (word: String, detail: String?) {
    if let end = end(of: life) {
      let isLeak = trace.verdicts[life.index]?.isLeak ?? false
      // A task ends when it comes to that, however often it is cancelled.
      let goesOn = life.disposal?.reason == .cancelled && !life.hasEnding && life.releasedAt == nil
      let error = life.ending?.description.map { ": " + $0 } ?? (goesOn ? ", still running" : nil)
      return (end, isLeak ? (error ?? "") + Self.leaked : error)
    }
    switch trace.verdicts[life.index] {
    case .leaked: return ("ALIVE", detail(ofLeaked: life))
    case .open(let reason): return open(life, reason)
    case .unknown(.eventsLost): return ("unknown", ", events were lost")
    case .unknown(.aliveBefore): return ("unknown", ", alive before the recording")
    case .unknown(.beginningMissing): return ("unknown", ", its beginning is not recorded")
    case .unknown(.snapshot), .longLived, .finished, nil: return ("alive", nil)
    }
  }

  /// The words after the end of a subscription that had leaked before.
  package static let leaked = ", leaked"

  private func open(_ life: Life, _ reason: Verdict.Reason) -> (String, String?) {
    switch reason {
    case .running:
      guard life.isRoot else { return ("alive", nil) }
      let isLikeALeak = trace.verdicts.leaks.contains { Self.holds($0.openInstances, life.number) }
      return ("open", isLikeALeak ? ", not stopped yet" : nil)
    case .settling: return ("open", ", may still be ending")
    case .idleShare: return ("open", ", an idle shared connection")
    case .suspected: return ("open", ", a suspect")
    }
  }

  /// Whether a number is among numbers in ascending order, as instances are: a place may have a hundred
  /// thousand.
  private static func holds(_ numbers: [Int], _ number: Int) -> Bool {
    var range = numbers.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if numbers[middle] == number { return true }
      range = numbers[middle] < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  private func detail(ofLeaked life: Life) -> String? {
    if life.lateness?.reason == .downstreamGone, life.lateValues > 0 {
      return ", " + plural(life.lateValues, "value") + " too late"
    }
    let inner = life.upstreams.filter { $0.role.kind == .inner }
    if !inner.isEmpty {
      let alive = inner.count(where: \.isAlive)
      return ", \(alive) of \(inner.count) inner left"
    }
    return isSource(life) ? ", " + (isTimer(life) ? "timer" : "source") + ", " + thread(life) : nil
  }

  /// Whether nothing that carries data is above it.
  package func isSource(_ life: Life) -> Bool {
    life.upstreams.allSatisfy { $0.role.kind == .control }
  }

  /// `SOURCE: timer, thread 2`; `SOURCE, thread 2` where it is no timer.
  package func source(_ life: Life) -> String {
    "SOURCE" + (isTimer(life) ? ": timer, " : ", ") + thread(life)
  }

  private func isTimer(_ life: Life) -> Bool { life.site.traits.contains(.timer) }

  private func thread(_ life: Life) -> String { "thread \(life.lastThread.rawValue)" }
}

/// `1 value`, `8 values`.
package func plural(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// The name, or `""` where nothing of it would be seen.
package func visible(_ name: String) -> String { name.utf8.allSatisfy { $0 == 0x20 } ? "\"\"" : name }

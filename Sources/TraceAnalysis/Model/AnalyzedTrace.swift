/// A trace with its verdicts, as renderers draw it and exporters write it.
public struct AnalyzedTrace: Sendable {
  public var forest: Forest
  public var verdicts: Verdicts
  /// The program's name, without directories.
  public var program: String
  public var processID: UInt32?
  /// The recording's path as the reader would type it again.
  public var file: String
  /// Numbers of the subscriptions that were asked for; nil for all.
  public var selection: Set<Int>?
  /// Leaks that a baseline accepts: they are counted, and not listed. Nil where there is no baseline.
  public var known: Set<Fingerprint>?
  /// When the recording began, in seconds of the wall clock; nil where it does not say.
  package var startedAt: Int?
  /// The letters of leaks in a view that renews itself. Nil where the order of the list decides.
  package var letters: LeakLetters?

  public init(
    forest: Forest, verdicts: Verdicts, program: String, processID: UInt32? = nil, file: String = "FILE"
  ) {
    self.forest = forest
    self.verdicts = verdicts
    self.program = program
    self.processID = processID
    self.file = file
  }

  /// Whether a subscription is among those that were asked for.
  package func isSelected(_ number: Int) -> Bool { selection?.contains(number) ?? true }

  /// The leaks, then the suspects, that are about something that was asked for, each with its letter.
  package var listedLeaks: [(letter: String, isProven: Bool, leak: Leak)] {
    guard let known else { return everyLeak }
    return everyLeak.filter { !known.contains($0.leak.fingerprint) }
  }

  /// The leaks that the baseline accepts.
  package var knownLeaks: [Leak] {
    known.map { known in everyLeak.map(\.leak).filter { known.contains($0.fingerprint) } } ?? []
  }

  /// The same with those that are known.
  package var everyLeak: [(letter: String, isProven: Bool, leak: Leak)] {
    (verdicts.leaks + verdicts.suspects).enumerated().compactMap { index, leak in
      guard selection == nil || leak.members.contains(where: isSelected) else { return nil }
      return (letters?[leak] ?? letter(ofLeak: index), index < verdicts.leaks.count, leak)
    }
  }

  /// How many of what was asked for have which verdict.
  package var counts: Verdicts.Counts {
    selection.map { verdicts.counts(among: $0, in: forest) } ?? verdicts.counts
  }

  /// The findings about selected subscriptions that no verdict tells already.
  package var unabsorbedFindings: [any Finding] {
    Checks.unabsorbed(in: forest, verdicts).filter(concernsSelection)
  }

  /// All that the checks found, of what was asked for.
  package var findings: [any Finding] { Checks.findings(in: forest, verdicts).filter(concernsSelection) }

  /// The length of the recording, in nanoseconds.
  package var length: UInt64 { forest.ended > forest.began ? forest.ended - forest.began : 0 }

  private func concernsSelection(_ finding: any Finding) -> Bool {
    selection == nil || finding.lives.contains(where: isSelected)
  }
}

/// The letter of the leak with this index (from 0): A … Z, AA, AB …
package func letter(ofLeak index: Int) -> String {
  var name = ""
  var rest = index
  repeat {
    name = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(rest % 26))) + name
    rest = rest / 26 - 1
  } while rest >= 0
  return name
}

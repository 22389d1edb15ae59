/// A verdict or a check in words: its claim, and the reasons for it and against it.
///
/// `rxtrace explain`, the page about verdicts in the documentation and the titles in reports are made from
/// these values.
package struct RuleDescription: Sendable {
  package enum Family: String, Sendable, CaseIterable {
    /// Judges single subscriptions: a leak or a suspect.
    case verdict
    /// Makes findings about call sites.
    case check
  }

  package let family: Family
  /// The name of the reason, `handleForgotten`, or of the check, `late-values`.
  package let name: String
  /// The fault in a few words, as reports print it.
  package let title: String
  /// Titles that it has in other cases.
  package let otherTitles: [String]
  /// The fault of the program, in a sentence.
  package let claim: String
  /// The things that the recording has to hold, a sentence each.
  package let needs: [String]
  /// The reasons for which a similar subscription is no fault, a sentence each.
  package let excuses: [String]
  /// The numbers that decide.
  package let thresholds: [Threshold]
  package let faulty: Example
  package let healthy: Example

  /// A verdict. Texts with several sentences have one on each line.
  init(
    of reason: Leak.Reason, title: String, otherTitles: [String] = [], claim: String, needs: String,
    excuses: String, thresholds: [Threshold] = [], faulty: Example, healthy: Example
  ) {
    self.init(
      .verdict, "\(reason)", title, otherTitles, claim, needs, excuses, thresholds, faulty, healthy)
  }

  /// A check. Texts with several sentences have one on each line.
  init(
    ofCheck name: String, title: String, claim: String, needs: String, excuses: String,
    thresholds: [Threshold] = [], faulty: Example, healthy: Example
  ) {
    self.init(.check, name, title, [], claim, needs, excuses, thresholds, faulty, healthy)
  }

  private init(
    _ family: Family, _ name: String, _ title: String, _ otherTitles: [String], _ claim: String,
    _ needs: String, _ excuses: String, _ thresholds: [Threshold], _ faulty: Example, _ healthy: Example
  ) {
    self.family = family
    self.name = name
    self.title = title
    self.otherTitles = otherTitles
    self.claim = claim
    self.needs = needs.split(separator: "\n").map(String.init)
    self.excuses = excuses.split(separator: "\n").map(String.init)
    self.thresholds = thresholds
    self.faulty = faulty
    self.healthy = healthy
  }
}

extension RuleDescription {
  /// A number that decides, and the reason for it.
  package struct Threshold: Sendable {
    package enum Value: Sendable, Hashable {
      case count(UInt64)
      /// Nanoseconds.
      case duration(UInt64)
      /// A factor.
      case times(UInt64)
    }

    package let name: String
    package let value: Value
    package let reason: String

    static func count(_ name: String, _ value: some BinaryInteger, _ reason: String) -> Threshold {
      Threshold(name: name, value: .count(UInt64(clamping: value)), reason: reason)
    }

    static func duration(_ name: String, _ limit: TimeLimit, _ reason: String) -> Threshold {
      duration(name, limit.nanoseconds, reason)
    }

    static func duration(_ name: String, _ nanoseconds: UInt64, _ reason: String) -> Threshold {
      Threshold(name: name, value: .duration(nanoseconds), reason: reason)
    }

    static func times(_ name: String, _ value: some BinaryInteger, _ reason: String) -> Threshold {
      Threshold(name: name, value: .times(UInt64(clamping: value)), reason: reason)
    }

    /// `fewest turns: 3. So often one stayed after others had ended.`
    package var sentence: String { "\(name): \(text). \(reason)" }

    /// The value with its unit: `3`, `20 ms`, `4 times`.
    package var text: String {
      switch value {
      case .count(let count): "\(count)"
      case .times(let factor): "\(factor) times"
      case .duration(let time) where time % 1_000_000_000 == 0: "\(time / 1_000_000_000) s"
      case .duration(let time) where time % 1_000_000 == 0: "\(time / 1_000_000) ms"
      case .duration(let time): "\(time / 1000) µs"
      }
    }
  }

  /// A program in a sentence or two.
  package struct Example: Sendable {
    package let text: String
    /// The file that shows it, below `Tests/Programs` and without its extension: `Healthy/WarmUp`. Nil if no
    /// program does.
    package let program: String?
    /// The program is run as its mended twin.
    package let isMended: Bool

    static func program(_ program: String, _ text: String) -> Example {
      Example(text: text, program: program, isMended: false)
    }

    static func mended(_ program: String, _ text: String) -> Example {
      Example(text: text, program: program, isMended: true)
    }

    /// One that no program shows.
    static func text(_ text: String) -> Example { Example(text: text, program: nil, isMended: false) }

    /// `Tests/Programs/Healthy/WarmUp.swift`: the file in the repository.
    package var path: String? { program.map { "Tests/Programs/\($0).swift" } }
  }
}

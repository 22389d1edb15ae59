/// The reason for which a rule did not accuse a living subscription.
///
/// It comes from the place in the rule that let the subscription be, with the numbers that decided there.
package struct Acquittal: Sendable {
  /// How much speaks for it. The first acquittal of the highest weight is told.
  package enum Weight: Int, Comparable, Sendable {
    /// The event that the rule is about is not on record.
    case unmet
    /// A number is below the rule's threshold, or one more sign was needed.
    case short
    /// The rule had its sign, and one of its excuses held.
    case excused
    /// It made the verdict.
    case decided

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The rules that gave it, in the order of judging. None where no rule did: the verdict alone decided.
  package fileprivate(set) var rules: [Leak.Reason]
  package let weight: Weight
  /// It has a sentence.
  package let evidence: any Evidence

  init(by rules: [Leak.Reason] = [], _ weight: Weight, _ evidence: any Evidence) {
    self.rules = rules
    self.weight = weight
    self.evidence = evidence
  }
}

/// Gathers acquittals while the rules judge, if somebody asks for them.
struct Acquittals: Sendable {
  private let isAsked: Bool
  private(set) var ofLife: [LifeIndex: [Acquittal]] = [:]

  init(isAsked: Bool) { self.isAsked = isAsked }

  /// - Parameter evidence: made only where somebody asks for it.
  mutating func add(
    _ life: LifeIndex, by rule: Leak.Reason, _ weight: Acquittal.Weight,
    _ evidence: @autoclosure () -> any Evidence
  ) {
    if isAsked { add(life, Acquittal(by: [rule], weight, evidence())) }
  }

  /// The same for all members of a kind that live.
  mutating func add(
    _ kind: Kind, in forest: Forest, by rule: Leak.Reason, _ weight: Acquittal.Weight,
    _ evidence: @autoclosure () -> any Evidence
  ) {
    guard isAsked, kind.alive > 0 else { return }
    let evidence = evidence()
    for index in kind.members where forest.lives[index].isAlive {
      add(index, Acquittal(by: [rule], weight, evidence))
    }
  }

  mutating func add(_ others: Self) {
    for (life, acquittals) in others.ofLife {
      for each in acquittals { add(life, each) }
    }
  }

  /// Rules that give the same reason share one acquittal.
  private mutating func add(_ life: LifeIndex, _ acquittal: Acquittal) {
    let known = ofLife[life]?.firstIndex { $0.weight == acquittal.weight && $0.tellsSame(as: acquittal) }
    guard let known else {
      ofLife[life, default: []].append(acquittal)
      return
    }
    for rule in acquittal.rules where ofLife[life]?[known].rules.contains(rule) == false {
      ofLife[life]?[known].rules.append(rule)
    }
  }

  /// The acquittals of a life, the weightiest first and otherwise in the order of judging.
  func of(_ life: LifeIndex) -> [Acquittal] {
    let all = ofLife[life] ?? []
    return [Acquittal.Weight.decided, .excused, .short, .unmet].flatMap { weight in
      all.filter { $0.weight == weight }
    }
  }
}

extension Acquittal {
  fileprivate func tellsSame(as other: Self) -> Bool {
    AnyHashable(evidence) == AnyHashable(other.evidence)
  }
}

/// All verdicts.
enum Rules {
  /// In the order in which they are listed. The order of judging follows from phases and from
  /// ``Search/yieldsTo``.
  static let all: [any Rule.Type] = [
    DisposalNotPassedOn.self,
    InnerOutlivedStopSignal.self,
    BegunAfterStop.self,
    StopUndone.self,
    StopLost.self,
    StopMissed.self,
    EndNotPassedOn.self,
    StopOnOneBranch.self,
    WorkBehind.self,
    WaitsForNobody.self,
    OutlivedTest.self,
    HandleForgotten.self,
    HandleReplaced.self,
    RemovedUndisposed.self,
    OwnerDisposed.self,
    OwnerFreed.self,
    InnersPileUp.self,
    ConnectionsPileUp.self,
    NestedInItself.self,
    Growth.self,
    LeftBehind.self,
    PutAwayAtEnd.self,
  ]

  private static let ofReason: [Leak.Reason: any Rule.Type] = {
    var rules: [Leak.Reason: any Rule.Type] = [:]
    for rule in all { rules[rule.reason] = rule }
    return rules
  }()

  /// The rule that gives leaks of this reason.
  static func rule(of reason: Leak.Reason) -> any Rule.Type {
    guard let rule = ofReason[reason] else { preconditionFailure("Rules.all has no rule for \(reason)") }
    return rule
  }

  /// The searches of all verdicts, in the order of judging.
  static let searches: [Search] = order(of: all)

  /// The searches of these verdicts, each once: after all searches that it yields to, and otherwise as they
  /// come.
  static func order(of rules: [any Rule.Type]) -> [Search] {
    var rest: [Search] = []
    for search in rules.flatMap({ $0.searches }) where !rest.contains(where: { $0.name == search.name }) {
      rest.append(search)
    }
    var ordered: [Search] = []
    while !rest.isEmpty {
      let names = Set(rest.map(\.name))
      guard
        let next = rest.firstIndex(where: { each in each.yieldsTo.allSatisfy { !names.contains($0.name) } })
      else { preconditionFailure("Searches yield to each other in a circle: \(names.sorted())") }
      ordered.append(rest.remove(at: next))
    }
    return ordered
  }
}

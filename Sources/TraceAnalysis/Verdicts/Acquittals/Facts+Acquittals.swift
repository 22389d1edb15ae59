extension Facts {
  /// Why each living life belongs to no leak that is listed.
  ///
  /// A verdict that no rule reached is the only reason. For the others the rules tell, as they judged.
  func acquittals(
    _ verdicts: LifeMap<Verdict>, _ judgement: Judgement, _ groups: LeakGroups, _ minimum: Confidence
  ) -> [LifeIndex: [Acquittal]] {
    var found: [LifeIndex: [Acquittal]] = [:]
    for life in forest.living {
      let index = life.index
      switch verdicts[index] {
      case .finished, .leaked: continue
      case .unknown(let doubt):
        found[index] = [Acquittal(.decided, NotJudged(life: index, doubt: doubt))]
      case .longLived:
        found[index] = [Acquittal(.decided, aliveThroughout(life))]
      case .open(.suspected):
        guard let claim = judgement.claims[index] else { continue }
        let leak = groups.leaks[groups.leakOfBreak[claim]]
        guard leak.confidence < minimum else { continue }
        found[index] = [
          Acquittal(
            by: [leak.reason], .decided, BelowMinimum(life: index, title: leak.title, minimum: minimum))
        ]
      case .open(.settling):
        found[index] = judgement.acquittals.of(index).filter { $0.weight == .decided }
      case .open(.idleShare):
        found[index] = judgement.acquittals.of(index)
      case .open(.running):
        found[index] = judgement.acquittals.of(index).filter { $0.weight != .decided }
      }
    }
    return found
  }
}

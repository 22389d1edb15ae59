internal import TraceFormat

// Operators that have ended the others of a kind.

extension Facts {
  /// The operator that counts, or looks for something, and so has ended all of a kind that have ended.
  struct Ender {
    let site: Site
    /// For each that waits below one: that one, and how many values it got and did not let through.
    let values: [LifeIndex: (life: LifeIndex, values: UInt64)]

    var areAllRefused: Bool { values.values.allSatisfy { $0.values > 0 } }
  }

  /// The one operator that has ended the others, if each of `waiting` stands straight below one of the same
  /// line.
  func commonEnder(of kind: Kind, waiting: [LifeIndex]) -> Ender? {
    var ender: Life?
    for index in kind.members where !forest.lives[index].isAlive {
      let life = forest.lives[index]
      guard !forest.isPutAway(life) else { continue }
      guard let stopper = life.stoppedBy.map({ forest.lives[$0] }), stopper.carriesData,
        stopper.traits.contains(.stops), ender.map({ $0.entryIndex == stopper.entryIndex }) ?? true
      else { return nil }
      ender = stopper
    }
    guard let ender else { return nil }
    var values: [LifeIndex: (life: LifeIndex, values: UInt64)] = [:]
    for index in waiting {
      var life = forest.lives[index]
      while life.entryIndex != ender.entryIndex {
        guard life.upstreams.count == 1 else { return nil }
        life = life.upstreams[0]
      }
      let got = life.upstreams.count == 1 && life.values == 0 ? life.upstreams[0].values : 0
      values[index] = (life.index, got)
    }
    return Ender(site: ender.site, values: values)
  }
}

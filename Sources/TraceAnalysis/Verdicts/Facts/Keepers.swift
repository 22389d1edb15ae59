internal import TraceFormat

/// The sources that keep a subscription alive, and whether they end.
extension Facts {
  /// The living sources upstream of a life: the life itself, if it is one. Of very many sources, only some.
  ///
  /// - Parameter alive: False for all sources that there were.
  func keepers(of index: LifeIndex, alive: Bool = true) -> [Life] {
    forest.lives[index].upperEnds(steps: 512, width: 64) { ($0.isAlive || !alive) && $0.carriesData }
  }

  /// The sources of its data, whether they are alive or not. Of very many sources, only some.
  func origins(of life: Life) -> [Life] { life.upperEnds(steps: 64, width: 16, where: \.carriesData) }

  /// Whether every source that keeps it alive surely ends.
  func surelyEnds(_ index: LifeIndex) -> Bool { sureEnd(of: index) != nil }

  /// The same as a reason.
  func sureEnd(of index: LifeIndex) -> EndsByItself? {
    let sources = keepers(of: index)
    return sources.allSatisfy { $0.traits.contains(.ends) }
      ? .sourcesEnd(index, sources: sources.count) : nil
  }

  /// Others of its kind took as long as it has, if they lived for all of its age but one part in so many.
  private static let partsOfAge: UInt64 = 3

  /// Whether it will end although nobody ends it.
  ///
  /// Either its sources surely end, or others of its kind ended by themselves and took as long as this one
  /// has.
  func mayEndByItself(_ index: LifeIndex) -> Bool { endByItself(of: index) != nil }

  /// The reason for which it will end although nobody ends it; nil where there is none.
  func endByItself(of index: LifeIndex) -> EndsByItself? {
    if let kind = kinds[index], kind.finished > 0 {
      let age = forest.ended - min(forest.ended, forest.lives[index].subscribedAt)
      if age - age / Self.partsOfAge <= kind.longest {
        return .likeOthers(index, age: age, longest: kind.longest, finished: kind.finished)
      }
    }
    return sureEnd(of: index)
  }

  /// Whether only clocks keep it alive that were begun for it and never end.
  func isAtWork(_ index: LifeIndex) -> Bool {
    keepers(of: index).allSatisfy { $0.traits.isSuperset(of: [.timer, .endless]) }
  }

  /// Whether it waits for a single value of a clock, and is over then.
  func isOneShot(_ index: LifeIndex) -> Bool {
    keepers(of: index).contains { $0.traits.contains(.timer) && !$0.traits.contains(.endless) }
  }
}

extension Life {
  /// Whether it keeps its downstream alive. A control signal does not: it tells its downstream when to do
  /// something.
  var carriesData: Bool { role.kind != .control }
}

internal import TraceFormat

/// Which part of a program a life belongs to.
extension Facts {
  /// The life that the program started on purpose, of which this one is a part.
  func instance(of index: LifeIndex) -> LifeIndex {
    var life = forest.lives[index]
    while !life.isInstance, let downstream = life.downstream { life = downstream }
    return life.index
  }

  /// Whether a closure must give back the handles of its subscriptions.
  ///
  /// A closure that makes a signal has no way to give them back: the operator subscribes to that signal
  /// afterwards.
  func returnsDisposables(_ subscriber: Life) -> Bool {
    subscriber.traits.contains(.subscribesInUserCode)
      && !subscriber.upstreams.contains { $0.role.kind == .source }
  }
}

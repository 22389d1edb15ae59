internal import TraceFormat

/// Whether an end is due, or may still be on its way.
extension Facts {
  /// Whether an event at `time` on `thread` has had its effect by the end of the recording.
  ///
  /// Time enough has passed, or the thread went on to do something else, or the program came to its own end.
  func isSettled(_ time: UInt64, on thread: ThreadID?) -> Bool {
    let (due, overflow) = time.addingReportingOverflow(settle)
    if !overflow, due <= forest.ended { return true }
    guard !isSettleChosen else { return false }
    guard let thread else { return forest.endsOrderly }
    if forest.calm[thread] ?? 0 > time { return true }
    // The program's end takes a thread that is in the midst of its work as it is.
    return forest.endsOrderly && forest.works[thread].map { $0 > time } ?? true
  }

  /// Whether a thread that the recording leaves in the midst of its work may be about to end `life`.
  ///
  /// The end of `life` is due since `time`. If another thread disposes it meanwhile, it ends as that work
  /// comes back.
  func isInHand(_ life: LifeIndex, since time: UInt64, on thread: ThreadID?) -> Bool {
    guard !forest.works.isEmpty, forest.ended - min(forest.ended, time) < settle else { return false }
    return keepers(of: life).contains { keeper in
      guard let began = forest.works[keeper.lastThread], keeper.lastThread != thread,
        let sent = keeper.lastValueAt
      else { return false }
      return began <= sent
    }
  }

  /// Whether only a missing end speaks for the candidate, and it is no older than others of its kind became.
  func isYoung(_ candidate: Break) -> Bool {
    guard isRunning, candidate.reason.traits.contains(.ofHandle) || candidate.confidence == .possible else {
      return false
    }
    let index = instance(of: candidate.top)
    guard let kind = kinds[index], kind.ended >= Thresholds.fewestEnded else { return false }
    let life = forest.lives[index]
    return life.isAlive && forest.ended - min(forest.ended, life.subscribedAt) <= kind.longest
  }

  /// Why nothing can be said about a living life.
  func doubt(_ index: LifeIndex) -> Verdict.Doubt? {
    if forest.isSnapshot { return .snapshot }
    let life = forest.lives[index]
    if life.isBeginningMissing { return .beginningMissing }
    if life.wasAliveBefore { return .aliveBefore }
    return life.mayHaveLostEvents ? .eventsLost : nil
  }
}

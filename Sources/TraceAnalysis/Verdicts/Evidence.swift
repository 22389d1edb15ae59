package import TraceFormat

/// Something that a trace holds, and that speaks for or against a verdict.
///
/// A verdict is reached by evidence, and every sentence of it is made from a piece of evidence: what is not on record
/// cannot be said.
package enum Evidence: Sendable, Hashable {
  /// The subscriber at the broken link had ended, and its upstream lives.
  case subscriberGone(LifeIndex, at: UInt64)
  /// The upstream of a guessed edge sent values into its subscriber while that lived.
  case fedItsSubscriber(LifeIndex)
  /// So many values came to a dead subscriber over a guessed edge.
  case droppedThere(LifeIndex, values: UInt64)
  /// Values were sent to a dead subscriber, and nothing recorded feeds it.
  case straysAfterEnd(LifeIndex, values: UInt64, last: UInt64)
  /// A stop signal ended this subscription, above what goes on.
  case stopFired(stopped: LifeIndex, by: LifeIndex, at: UInt64)
  /// So many were begun after the stop signal, this one first.
  case begunAfterStop(count: UInt32, first: LifeIndex)
  /// The caller let go of the handle before the stop, and is not told when the subscription is over.
  case endUnheard(LifeIndex)
  /// The operator subscribed to its source again after the stop.
  case stopUndone(by: LifeIndex, again: LifeIndex)
  /// What a stop signal would have ended failed, and the operator began something else.
  case stopLost(failed: LifeIndex, by: LifeIndex, at: UInt64)
  /// What should have stopped it had sent its word to others, before this control signal was subscribed to.
  case stopHadCome(stopper: LifeIndex, control: LifeIndex, at: UInt64)
  /// All that a closure subscribed to has ended, this last; its subscriber was not told, nor those of so many like it.
  case endNotPassedOn(LifeIndex, inner: LifeIndex, hasFailed: Bool, at: UInt64, count: Int)
  /// Others of its kind were ended by their stop signals.
  case siblingsStopped(count: Int, first: LifeIndex)
  /// Another source of the gathering operator goes on.
  case otherBranchAlive(of: LifeIndex, branch: LifeIndex)
  /// One input of the gathering operator has completed, and this other one has not.
  case inputCompleted(of: LifeIndex, input: LifeIndex, other: LifeIndex)
  /// The caller let go of the handle.
  case handleLetGo(LifeIndex, at: UInt64)
  /// The caller let go of the handle when its successor's took its place.
  case handleReplaced(LifeIndex, by: LifeIndex, at: UInt64)
  /// Others of its kind were disposed.
  case siblingsDisposed(count: Int, first: LifeIndex)
  /// This one was subscribed to beside it, by the same file, and was disposed.
  case neighbourDisposed(LifeIndex, line: UInt32)
  /// Others that subscribed to the same source were disposed.
  case kinDisposed(count: Int, first: LifeIndex)
  /// All others have left the shared connection that this one keeps.
  case othersLeft(count: Int, first: LifeIndex)
  /// There were more of its kind after each round.
  case grownByRounds(Rounds.Growth)
  /// It has lived so long, and the longest of those of its kind that ended so long.
  case outlivedSiblings(age: UInt64, longest: UInt64, ended: Int)
  /// It had lived so long without a value when the program put it away, and the longest of those of its kind that had values and
  /// ended so long.
  case unanswered(LifeIndex, age: UInt64, longest: UInt64, ended: Int)
  /// The operator got so many values and let none of them through.
  case letNothingThrough(LifeIndex, values: UInt64)
  /// So many of its kind were started, one after the other, and so many have ended.
  case startedAgain(starts: Int, ended: Int)
  /// So many of its kind were started, one after the other, and so many ended before the program did.
  case startedUntilTheEnd(starts: Int, ended: Int)
  /// So many of the operator's inner signals are alive.
  case innersAlive(of: LifeIndex, alive: Int, count: Int)
  /// The owner let go of it without disposing it.
  case removed(LifeIndex, from: OwnerID, at: UInt64, call: Site?)
  /// What it was taken out of has been disposed since.
  case formerOwnerDisposed(OwnerID, at: UInt64)
  /// The owner was disposed; what it held lives.
  case ownerDisposed(OwnerID, at: UInt64)
  /// The owner, or the object that it stands for, was freed; what it held lives.
  case ownerFreed(OwnerID, type: String?, at: UInt64)
  /// The owner holds so many and was never disposed.
  case heldBy(OwnerID, children: UInt64, type: String?, site: Site?)
  /// The owner held so many, at most, and was disposed as the program came to its end.
  case heldUntilTheEnd(OwnerID, children: UInt64, type: String?, site: Site)
  /// So many owners, made at one line, held all of the kind, and were disposed as the program came to its end.
  case heldByManyUntilTheEnd(count: Int, type: String?, site: Site)
  /// Each of so many is held by an owner of its own, of which none was disposed.
  case eachHeldByItsOwn(count: Int, type: String?, site: Site?)
  /// Nested so often in subscriptions of the same line.
  case nestedInItself(LifeIndex, depth: Int)
  /// The last so many roots of its line took each other's place, and each goes through the line of this site more often
  /// than the one before: so often by now.
  case deeperEachTime(LifeIndex, site: Site, depth: Int, count: Int)
  /// A value of it began another one of the same line, and so on, so deep; all of them live.
  case begunWithinItself(LifeIndex, depth: Int)
  /// What began it for a value was disposed.
  case receiverDisposed(LifeIndex, site: Site, at: UInt64)
  /// The root was begun while this subscription, of that site, received a value: there is the code that subscribes.
  case begunDuring(root: LifeIndex, of: LifeIndex, site: Site)
  /// A connection whose subscribers have all gone; so many others of its kind are as idle.
  case connectionIdle(LifeIndex, kind: Int)
  /// It ended in the last moments of the recording, with all else that the program still had.
  case endedWithProgram(LifeIndex, at: UInt64)
  /// Values of unknown sender came to a dead subscriber, for whose sake only one subscription sends any.
  case droppedOfUnknown(LifeIndex, values: UInt64, perhapsOf: LifeIndex)
  /// All of its kind that live differ in this from all that have ended.
  case differs(Difference)
  /// All of its kind ended in the last moments of the recording, and none before.
  case putAwayAtEnd(count: Int, at: UInt64)
}

/// In what those of a kind that live differ from those that have ended.
package enum Difference: Sendable, Hashable {
  /// The thread that began them.
  case thread(ThreadID)
  /// Where what holds them was made.
  case owner(type: String?, site: Site)
}

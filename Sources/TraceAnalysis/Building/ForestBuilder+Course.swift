internal import TraceFormat

/// The course of the program: when it went on to something else, and when it did something out of the blue.
extension ForestBuilder {
  /// A root begins: a subscription for nobody's sake. If older subscriptions did something since the last
  /// root, the program had gone on.
  mutating func beginRoot(_ life: LifeIndex, _ time: UInt64, _ thread: ThreadID) {
    if hasGoneOn {
      epoch &+= 1
      hasGoneOn = false
    }
    newestRoot = life
    newestIsSet = false
    newestThread = thread
    isFresh(time, thread)
    threads.isAct(time, on: thread)
  }

  /// Something happened to a life. It is news, unless the newest root does it while it is being subscribed
  /// to.
  @inline(__always)
  mutating func goOn(_ life: LifeIndex, _ thread: ThreadID) {
    if newestRoot.map({ life < $0 }) ?? false || newestIsSet || thread != newestThread { hasGoneOn = true }
  }

  /// The caller let go of the handle: at once, or after the program had done other things.
  mutating func handleReleased(_ life: LifeIndex, _ time: UInt64, _ thread: ThreadID) {
    let wasKept = hasGoneOn || lives[life].epoch != epoch
    lives.changeRare(life) { rare in
      rare.handleReleasedAt = time
      rare.handleReleasedOn = thread
      rare.handleWasKept = wasKept
      rare.handleReleaseMoment = freshCount
      rare.handleReleaseEpoch = hasGoneOn ? nil : epoch
    }
    if life == newestRoot { newestIsSet = true }
  }

  /// Something happens that nothing in the recording led to.
  @inline(__always)
  mutating func isFresh(_ time: UInt64, _ thread: ThreadID) {
    lastFresh = max(lastFresh, time)
    freshCount &+= 1
    threads.isCalm(time, on: thread)
  }

  /// A value comes out of the blue.
  @inline(__always)
  mutating func isSent(to life: LifeIndex, _ time: UInt64, _ thread: ThreadID) {
    threads.isAct(time, on: thread)
    if lastActLife.map({ life <= $0 }) ?? false { actCount &+= 1 }
    lastActLife = life
    if !hasGoneOn { goOnIfAsked(life, time) }
  }

  /// A subject sends a new value only when the program asks it to, so the newest root is subscribed to by
  /// then. Values that it held back for new subscribers come at once.
  @inline(never)
  private mutating func goOnIfAsked(_ life: LifeIndex, _ time: UInt64) {
    guard let newestRoot, lives[life].values > 0 else { return }
    let traits = traits(of: life)
    let begun = lives[newestRoot].subscribedAt
    guard traits.contains(.hot), !traits.contains(.buffers), time > begun, time - begun > Thresholds.atOnce
    else { return }
    hasGoneOn = true
  }

  /// A life has sent a value, and has upstreams that were guessed from the thread. If the thread's last event
  /// came from one of them, this upstream feeds it.
  mutating func noteFeeding(_ life: LifeIndex, _ thread: ThreadID) {
    guard let sender = threads.lastSender(on: thread), lives[sender].downstream.index == life,
      lives[sender].role.kind == .nested
    else { return }
    lives[sender].flags.insert(.feeds)
  }

  /// Whether a dropped value is sent anew, and not in a delivery that was going on as its life ended.
  func isStray(_ index: LifeIndex, _ time: UInt64, _ thread: ThreadID) -> Bool {
    let life = lives[index]
    guard let ended = life.endedAt else { return false }
    // The loop that delivers still sends to a subscriber that ends in the middle of a delivery.
    let end = life.isDisposed ? life.disposal : life.end
    if end.thread == thread { return !(threads.isEnding(on: thread) && end.hasCause) }
    // Other threads hear of it later.
    return time > ended && time - ended > Thresholds.onTheWay
  }
}

internal import TraceFormat

extension ForestBuilder {
  mutating func subscribed(
    _ id: SubscriptionID, _ downstreamID: SubscriptionID?, _ role: Role, _ site: Site,
    _ time: UInt64, _ thread: ThreadID, aliveSince: UInt64?
  ) {
    let life = life(of: id, time, thread)
    guard lives[life].isBeginningMissing else {
      // A subscription that begins as the recording does may be told of twice.
      if aliveSince != nil {
        totals.aliveBefore -= 1
      } else if lives[life].flags.contains(.aliveBefore) {
        totals.subscribed -= 1
      } else {
        totals.contradictions += 1
      }
      return
    }
    // A subscription that is its own downstream makes no sense; longer circles are cut at the end.
    let downstreamID = downstreamID == id ? nil : downstreamID
    let downstream = downstreamID.map { self.life(of: $0, time, thread) }
    let entry = sites.index(of: site)
    if role.kind == .task {
      // The program has come to the place that makes the task, whoever waits for it.
      beginRoot(life, time, thread)
    } else if downstream == nil || role.kind == .nested {
      beginRoot(life, time, thread)
      blocked.begin(life, site.operatorName, on: thread)
    }
    lives[life].begin(downstream, role, entry, aliveSince ?? time, thread, epoch: epoch, acts: actCount)
    if aliveSince != nil { lives[life].flags.insert(.aliveBefore) }
    guard let downstream else { return }
    lives.addUpstream(life, to: downstream)
    if role.kind == .nested { lives[downstream].flags.insert(.hasNested) }
    if role.kind != .control { lives[downstream].flags.insert(.relays) }
    // The events of a thread before it comes to a task tell nothing about the task.
    if aliveSince == nil, options.causeDepth > 0, role.kind != .task {
      let causes = causes(downstream: downstream, thread)
      if !causes.isEmpty { lives.changeDetails(life) { $0.causes = causes } }
    }
    if let lateness = latenessAtBirth(of: life, downstream)
      ?? latenessAfterStop(of: life, downstream, thread)
    {
      makeLate(life, lateness)
    }
  }

  /// A root that what receives `event` has begun.
  mutating func begun(_ life: LifeIndex, within event: EventID) {
    guard let cause = recent.cause(event), cause.life != life else { return }
    // A subscription that an end begins takes the place of the ended one.
    lives.changeRare(life) { rare in
      rare.begunWithin = LifeLink(cause.life)
      rare.wasBegunByEnd = cause.kind != .next
    }
    guard options.causeDepth > 0 else { return }
    let causes = recent.chain(from: event, depth: options.causeDepth)
    lives.changeDetails(life) { $0.causes = causes }
  }

  @inline(__always)
  mutating func next(
    _ life: LifeIndex, _ event: EventID, _ cause: EventID?, _ time: UInt64, _ thread: ThreadID
  ) {
    totals.next &+= 1
    if let waited { noteWaited(waited, life, event, cause: cause, on: thread) }
    goOn(life, thread)
    if lives.flags(of: life).contains(.hasNested) { noteFeeding(life, thread) }
    recent.add(event, cause: cause, kind: .next, life: life, time: time)
    threads.note(event, life: life, on: thread)
    if cause == nil {
      isFresh(time, thread)
      if lives.role(of: life).kind != .control { isSent(to: life, time, thread) }
    }
    lives.addValue(to: life, time, thread, keepsActivity: options.keepsActivity)
    if let cause, lives.hotSource(of: life) != 0 { noteRound(of: life, event, cause, time) }
  }

  mutating func end(
    _ id: SubscriptionID, _ kind: EventKind, _ event: EventID, _ cause: EventID?,
    _ description: String?, _ time: UInt64, _ thread: ThreadID
  ) {
    if kind == .error { totals.error += 1 } else { totals.completed += 1 }
    let life = life(of: id, time, thread)
    let reason = recent.cause(cause)
    recent.add(event, cause: cause, kind: kind == .error ? .error : .completed, life: life, time: time)
    let wasEnding = threads.isEnding(on: thread)
    threads.note(event, life: life, on: thread)
    lives[life].note(thread)
    goOn(life, thread)
    if life == newestRoot { hasGoneOn = true }
    if cause == nil, !wasEnding { isFresh(time, thread) }
    threads.beginEnding(on: thread)
    guard !lives.flags(of: life).hasEnding else {
      totals.contradictions += 1
      return
    }
    lives[life].end(
      kind == .error ? .failed : .completed, EndFields(time: time, thread: thread, delivery: Delivery(cause)))
    lives.changeDetails(life) { $0.end = CauseFields(event, reason) }
    if let description { lives.changeRare(life) { $0.error = description } }
    if kind == .completed { stopIfEarly(life, by: reason?.life) }
    if let cause, lives.downstream(of: life) == nil || lives.role(of: life).kind == .inner {
      noteAnswer(of: life, from: cause)
    }
    makeUpstreamsLate(of: life, since: time)
  }

  mutating func disposed(
    _ id: SubscriptionID, _ event: EventID, _ cause: EventID?, _ reason: DisposalReason,
    _ time: UInt64, _ thread: ThreadID
  ) {
    totals.disposed += 1
    let life = life(of: id, time, thread)
    let because = recent.cause(cause)
    recent.add(event, cause: cause, kind: .disposed, life: life, time: time)
    lives[life].note(thread)
    goOn(life, thread)
    if life == newestRoot { hasGoneOn = true }
    if cause == nil, !threads.isEnding(on: thread), reason == .explicit || reason == .owner {
      isFresh(time, thread)
    }
    threads.beginEnding(on: thread)
    blocked.end(life)
    guard !lives.flags(of: life).contains(.disposed) else {
      totals.contradictions += 1
      return
    }
    lives[life].dispose(
      reason, EndFields(time: time, thread: thread, delivery: Delivery(cause)))
    lives.changeDetails(life) { $0.disposal = CauseFields(event, because) }
    if reason == .trigger, let downstream = lives.downstream(of: life) {
      stopIfTriggered(downstream, life)
    }
    makeUpstreamsLate(of: life, since: time)
  }

  mutating func dropped(_ life: LifeIndex, _ kind: EventKind, _ time: UInt64, _ thread: ThreadID) {
    totals.dropped += 1
    // A dropped value of an operator that lives, and may hold values back, has found no room there.
    if kind == .next, lives.flags(of: life).isAlive, traits(of: life).contains(.buffers) {
      return lives.changeRare(life) { $0.overflownValues += 1 }
    }
    let isStray = kind == .next && isStray(life, time, thread)
    lives.changeRare(life) { rare in
      if kind == .next { rare.droppedValues += 1 } else { rare.droppedEndings += 1 }
      rare.lastDroppedAt = time
      guard isStray else { return }
      if rare.strays == 0 { rare.firstStrayAt = time }
      rare.strays += 1
      rare.lastStrayAt = time
    }
    // The value that was dropped here is the one that this thread had just recorded upstream.
    if let sender = threads.lastSender(on: thread), lives[sender].downstream.index == life {
      lives.changeRare(sender) { $0.droppedDownstream += 1 }
    }
  }

  mutating func named(_ life: LifeIndex, _ owner: OwnerID?, _ label: String?) {
    if let label { lives.changeRare(life) { $0.label = label } }
    guard let owner, lives.owner(of: life) != owner else { return }
    lives.changeRare(life) { rare in
      rare.owner = owner
      rare.handoverEntry = 0
    }
    changeOwner(owner) { $0.take(life) }
  }

  /// The events that led to a subscription made for `downstream` on `thread`: the thread's last event, if
  /// it was sent to `downstream`; what led to `downstream` itself, if nothing was sent since.
  private mutating func causes(downstream: LifeIndex, _ thread: ThreadID) -> [Cause] {
    guard let event = threads.lastEvent(on: thread) else { return [] }
    if let sender = threads.lastSender(on: thread), lives.downstream(of: sender) == downstream {
      return recent.chain(from: event, depth: options.causeDepth)
    }
    let inherited = lives.details(of: downstream)?.causes ?? []
    return inherited.first?.event == event ? inherited : []
  }
}

internal import TraceFormat

extension ForestBuilder {
  mutating func subscribed(
    _ id: SubscriptionID, _ downstreamID: SubscriptionID?, _ role: Role, _ site: Site,
    _ time: UInt64, _ thread: ThreadID, aliveSince: UInt64?
  ) {
    let number = number(of: id, time, thread)
    guard lives[number - 1].isBeginningMissing else {
      totals.contradictions += 1
      return
    }
    // A subscription that is its own downstream makes no sense; longer circles are cut at the end.
    let downstreamID = downstreamID == id ? nil : downstreamID
    let downstream = downstreamID.map { self.number(of: $0, time, thread) }
    let entry = sites.index(of: site)
    if downstream == nil || role.kind == .nested {
      beginRoot(number, time, thread)
      blocked.begin(number, site.operatorName, on: thread)
    }
    lives[number - 1].begin(downstream, role, entry, aliveSince ?? time, thread, epoch: epoch, acts: actCount)
    if aliveSince != nil { lives[number - 1].flags.insert(.aliveBefore) }
    guard let downstream else { return }
    lives.addUpstream(number, to: downstream)
    if role.kind == .nested { lives[downstream - 1].flags.insert(.hasNested) }
    if role.kind != .control { lives[downstream - 1].flags.insert(.relays) }
    if aliveSince == nil, options.causeDepth > 0 {
      let causes = causes(downstream: downstream, thread)
      if !causes.isEmpty { lives.changeDetails(number - 1) { $0.causes = causes } }
    }
    if let lateness = latenessAtBirth(of: number, downstream)
      ?? latenessAfterStop(of: number, downstream, thread)
    {
      makeLate(number, lateness)
    }
  }

  /// A root that what receives `event` has begun.
  mutating func begun(_ number: Int, within event: EventID) {
    guard let cause = recent.cause(event), cause.life != number else { return }
    // A subscription that an end begins takes the place of the ended one.
    lives.changeRare(number - 1) { rare in
      rare.begunWithin = UInt32(clamping: cause.life)
      rare.wasBegunByEnd = cause.kind != .next
    }
    guard options.causeDepth > 0 else { return }
    let causes = recent.chain(from: event, depth: options.causeDepth)
    lives.changeDetails(number - 1) { $0.causes = causes }
  }

  @inline(__always)
  mutating func next(
    _ number: Int, _ event: EventID, _ cause: EventID?, _ time: UInt64, _ thread: ThreadID
  ) {
    totals.next &+= 1
    if waited.number != 0 { noteWaited(number, event, cause: cause, on: thread) }
    goOn(number, thread)
    if lives.flags(of: number - 1).contains(.hasNested) { noteFeeding(number, thread) }
    recent.add(event, cause: cause, kind: .next, life: number, time: time)
    threads.note(event, life: number, on: thread)
    if cause == nil {
      isFresh(time, thread)
      if lives.role(of: number - 1).kind != .control { isSent(to: number, time, thread) }
    }
    lives.addValue(to: number - 1, time, thread, keepsActivity: options.keepsActivity)
  }

  mutating func end(
    _ id: SubscriptionID, _ kind: EventKind, _ event: EventID, _ cause: EventID?,
    _ description: String?, _ time: UInt64, _ thread: ThreadID
  ) {
    if kind == .error { totals.error += 1 } else { totals.completed += 1 }
    let number = number(of: id, time, thread)
    let reason = recent.cause(cause)
    recent.add(event, cause: cause, kind: kind == .error ? .error : .completed, life: number, time: time)
    let wasEnding = threads.isEnding(on: thread)
    threads.note(event, life: number, on: thread)
    lives[number - 1].note(thread)
    goOn(number, thread)
    if number == newestRoot { hasGoneOn = true }
    if cause == nil, !wasEnding { isFresh(time, thread) }
    threads.beginEnding(on: thread)
    guard !lives.flags(of: number - 1).hasEnding else {
      totals.contradictions += 1
      return
    }
    lives[number - 1].end(
      kind == .error ? .failed : .completed, EndFields(time: time, thread: thread, delivery: Delivery(cause)))
    lives.changeDetails(number - 1) { $0.end = CauseFields(event, reason) }
    if let description { lives.changeRare(number - 1) { $0.error = description } }
    if kind == .completed { stopIfEarly(number, by: reason?.life) }
    makeUpstreamsLate(of: number, since: time)
  }

  mutating func disposed(
    _ id: SubscriptionID, _ event: EventID, _ cause: EventID?, _ reason: DisposalReason,
    _ time: UInt64, _ thread: ThreadID
  ) {
    totals.disposed += 1
    let number = number(of: id, time, thread)
    let because = recent.cause(cause)
    recent.add(event, cause: cause, kind: .disposed, life: number, time: time)
    lives[number - 1].note(thread)
    goOn(number, thread)
    if number == newestRoot { hasGoneOn = true }
    if cause == nil, !threads.isEnding(on: thread), reason == .explicit || reason == .owner {
      isFresh(time, thread)
    }
    threads.beginEnding(on: thread)
    blocked.end(number)
    guard !lives.flags(of: number - 1).contains(.disposed) else {
      totals.contradictions += 1
      return
    }
    lives[number - 1].dispose(
      reason, EndFields(time: time, thread: thread, delivery: Delivery(cause)))
    lives.changeDetails(number - 1) { $0.disposal = CauseFields(event, because) }
    if reason == .trigger, let downstream = lives.downstream(of: number - 1) {
      stopIfTriggered(downstream, number)
    }
    makeUpstreamsLate(of: number, since: time)
  }

  mutating func dropped(_ number: Int, _ kind: EventKind, _ time: UInt64, _ thread: ThreadID) {
    totals.dropped += 1
    // A dropped value of an operator that lives, and may hold values back, has found no room there.
    if kind == .next, lives.flags(of: number - 1).isAlive,
      sites.entries[Int(lives[number - 1].site)].site.traits.contains(.buffers)
    {
      return lives.changeRare(number - 1) { $0.overflownValues += 1 }
    }
    let isStray = kind == .next && isStray(number, time, thread)
    lives.changeRare(number - 1) { rare in
      if kind == .next { rare.droppedValues += 1 } else { rare.droppedEndings += 1 }
      rare.lastDroppedAt = time
      guard isStray else { return }
      if rare.strays == 0 { rare.firstStrayAt = time }
      rare.strays += 1
      rare.lastStrayAt = time
    }
    // The value that was dropped here is the one that this thread had just recorded upstream.
    let sender = threads.lastSender(on: thread)
    if sender > 0, Int(lives[sender - 1].downstream) == number {
      lives.changeRare(sender - 1) { $0.droppedDownstream += 1 }
    }
  }

  mutating func named(_ number: Int, _ owner: OwnerID?, _ label: String?) {
    if let label { lives.changeRare(number - 1) { $0.label = label } }
    guard let owner, lives.owner(of: number - 1) != owner else { return }
    lives.changeRare(number - 1) { $0.owner = owner }
    changeOwner(owner) { $0.take(number) }
  }

  /// The events that led to a subscription made for `downstream` on `thread`: the thread's last event, if
  /// it was sent to `downstream`; what led to `downstream` itself, if nothing was sent since.
  private mutating func causes(downstream: Int, _ thread: ThreadID) -> [Cause] {
    guard let event = threads.lastEvent(on: thread) else { return [] }
    if lives.downstream(of: threads.lastSender(on: thread) - 1) == downstream {
      return recent.chain(from: event, depth: options.causeDepth)
    }
    let inherited = lives.details(of: downstream - 1)?.causes ?? []
    return inherited.first?.event == event ? inherited : []
  }
}

internal import TraceFormat

/// The fields that every subscription has. They are numbers alone, so that reading, changing and moving a row
/// is cheap.
///
/// Fields that few subscriptions have lie apart; see ``RareFields``.
struct LifeRow: Sendable {
  var id: SubscriptionID
  var subscribedAt: UInt64
  var values: UInt64 = 0
  var firstValue: UInt64 = 0
  var lastValue: UInt64 = 0
  var endTime: UInt64 = 0
  var disposalTime: UInt64 = 0
  var releaseTime: UInt64 = 0
  var lateSince: UInt64 = 0
  /// The subject, relay or property that it joined, or, by its flag, the first subscription to the cold
  /// signal that it is subscribed to; 0 for none. In the row, as many have one, and near ones are stored in a
  /// byte or two.
  var signal: UInt64 = 0
  var lateBecause = LifeLink.none
  var role = Role(.source)
  var thread: ThreadID
  var lastThread: ThreadID
  var endThread = ThreadID(rawValue: 0)
  var disposalThread = ThreadID(rawValue: 0)
  var endDelivery = Delivery()
  var disposalDelivery = Delivery()
  /// Which of the trace's call sites it has; see ``SiteTable``.
  var site: UInt32 = 0
  var downstream = LifeLink.none
  /// The first and the last that were made for its sake, while records are read.
  var firstUpstream = LifeLink.none
  var lastUpstream = LifeLink.none
  /// How often the program had gone on to do something else when this was subscribed to. The subscriptions
  /// that a loop sets up at once have one number; a line that subscribes again and again has many.
  var epoch: UInt32 = 0
  /// How often something had been sent out of the blue by then.
  var acts: UInt32 = 0
  /// Where its rare fields lie, plus one; 0 where it has none.
  var rare: UInt32 = 0
  var flags: Life.Flags = .beginningMissing
  var reason = DisposalReason.unknown

  init(id: SubscriptionID, thread: ThreadID, time: UInt64) {
    self.id = id
    self.thread = thread
    lastThread = thread
    subscribedAt = time
  }

  mutating func join(_ source: UInt64) {
    flags.remove(.again)
    signal = source
  }

  mutating func subscribeAgain(_ first: SubscriptionID) {
    flags.insert(.again)
    signal = first.rawValue
  }

  var isBeginningMissing: Bool { flags.contains(.beginningMissing) }
  var isAlive: Bool { flags.isAlive }
  var hasEnding: Bool { flags.hasEnding }
  var isDisposed: Bool { flags.contains(.disposed) }
  var isLate: Bool { flags.contains(.late) }
  var carriesData: Bool { role.kind != .control }
  var firstValueAt: UInt64? { values == 0 ? nil : firstValue }
  var lastValueAt: UInt64? { values == 0 ? nil : lastValue }
  var releasedAt: UInt64? { flags.contains(.released) ? releaseTime : nil }

  /// When it completed, failed or was disposed, whichever came first; nil while it lives.
  var endedAt: UInt64? {
    switch (hasEnding, isDisposed) {
    case (true, true): min(endTime, disposalTime)
    case (true, false): endTime
    case (false, true): disposalTime
    case (false, false): nil
    }
  }

  var end: EndFields { EndFields(time: endTime, thread: endThread, delivery: endDelivery) }
  var disposal: EndFields {
    EndFields(time: disposalTime, thread: disposalThread, delivery: disposalDelivery)
  }

  mutating func begin(
    _ downstream: LifeIndex?, _ role: Role, _ entry: Int, _ time: UInt64, _ thread: ThreadID,
    epoch: UInt32, acts: UInt32
  ) {
    (self.epoch, self.acts) = (epoch, acts)
    flags.remove(.beginningMissing)
    self.downstream = LifeLink(downstream)
    self.role = role
    site = UInt32(clamping: entry)
    subscribedAt = time
    if values == 0, isAlive { lastThread = thread }
    self.thread = thread
  }

  @inline(__always)
  mutating func note(_ thread: ThreadID) {
    guard lastThread != thread else { return }
    lastThread = thread
    flags.insert(.severalThreads)
  }

  /// Returns what it was when the value came.
  @inline(__always)
  mutating func addValue(_ time: UInt64, _ thread: ThreadID) -> Life.Flags {
    note(thread)
    if values == 0 { firstValue = time }
    lastValue = max(lastValue, time)
    values &+= 1
    return flags
  }

  mutating func end(_ flag: Life.Flags, _ fields: EndFields) {
    flags.insert(flag)
    (endTime, endThread, endDelivery) = (fields.time, fields.thread, fields.delivery)
  }

  mutating func dispose(_ reason: DisposalReason, _ fields: EndFields) {
    flags.insert(.disposed)
    self.reason = reason
    (disposalTime, disposalThread, disposalDelivery) = (fields.time, fields.thread, fields.delivery)
  }

  mutating func setLateness(_ lateness: Life.Lateness) {
    flags.subtract([.lateByStopSignal, .lateByGuess])
    flags.insert(.late)
    if lateness.reason == .stopSignal { flags.insert(.lateByStopSignal) }
    if lateness.isGuessed { flags.insert(.lateByGuess) }
    lateSince = lateness.since
    lateBecause = LifeLink(lateness.because)
  }

  mutating func release(_ time: UInt64) {
    releaseTime = time
    flags.insert(.released)
  }
}

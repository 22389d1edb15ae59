public import SignalTracing
import TraceFormat

/// A subject that keeps the newest values, and sends them first to a new subscriber.
///
///     sent   1--2--3--------|
///     late           ^(23)--|     (capacity 2)
///     after                   ^(23|)
///
/// Kept and new values are in one order for every subscriber, also when others send meanwhile. The values are
/// kept after the end, and sent before the terminal event. As `RACReplaySubject` and Rx `ReplaySubject`.
public final class ReplaySubject<Value: Sendable>: Subject<Value>, @unchecked Sendable {
  @usableFromInline let replaying: ReplayRows<Value>

  /// A subject that has kept nothing yet.
  ///
  /// - Parameter capacity: how many values are kept: all by default; with 0 only the terminal event is. A
  ///   negative capacity is 0.
  public convenience init(capacity: Int = .max, file: StaticString = #fileID, line: UInt32 = #line) {
    let traits: SiteTraits = capacity == .max ? [.source, .hot, .buffers] : [.source, .hot]
    self.init(CallSite("ReplaySubject", file, line, traits), capacity: capacity)
  }

  /// A subject that stands for an operator.
  @inlinable
  init(_ site: CallSite, capacity: Int) {
    replaying = ReplayRows(capacity: Swift.max(0, capacity))
    super.init(site, rows: replaying)
  }

  @inlinable @inline(__always)
  public override func next(_ value: Value) {
    let entry = rows.owner.enterAgain()
    guard entry == .inside else { return rows.send(value, entry) }
    replaying.keepAndDeliver(value)
    if !rows.owner.leaveAgain() { rows.drain() }
  }
}

@usableFromInline
final class ReplayRows<Value: Sendable>: ValueRows<Value>, @unchecked Sendable {
  /// No more values than these are kept.
  @usableFromInline let limit: Int
  // Guarded by the owner word, and so is what it refers to. Unchecked for the row `replay(10), publish`.
  /// The values that are kept, retained; nil before the first of them.
  @exclusivity(unchecked) @usableFromInline var kept: Unmanaged<ValueRing<Value>>?
  /// The report to traces about the kept values, if it covers all of them.
  private var backlog = Backlog()
  /// The count at which to look whether to tell.
  @exclusivity(unchecked) @usableFromInline var telling: Int

  @usableFromInline
  init(capacity: Int) {
    limit = capacity
    telling = capacity == .max ? Backlog.fewest : .max
    super.init()
  }

  deinit { kept?.release() }

  @inlinable @inline(__always)
  func keepAndDeliver(_ value: Value) {
    guard !hasEnded else { return wentUnheard() }
    if let kept {
      kept._withUnsafeGuaranteedRef { line in
        if line.count == limit { line.replaceFirst(with: value) } else { keep(value, in: line) }
      }
    } else if limit > 0 {
      keepFirst(value)
    }
    deliver(value)
  }

  @inlinable @inline(__always)
  func keep(_ value: Value, in line: ValueRing<Value>) {
    line.append(value)
    if line.count >= telling { tellGrowth(to: line.count) }
  }

  @usableFromInline func keepFirst(_ value: Value) {
    let line = ValueRing<Value>()
    kept = .passRetained(line)
    keep(value, in: line)
  }

  /// Only while there is a subscriber can a trace be told; else that is tried again a little later.
  @usableFromInline func tellGrowth(to count: Int) {
    guard let first = firstTrace, backlog.grew(to: count) else {
      telling = count + Backlog.fewest
      return
    }
    telling = backlog.next
    first.waiting(count)
  }

  override func accept(_ value: Value) { keepAndDeliver(value) }

  override func greet(_ subscriber: Subscriber<Value>) {
    kept?._withUnsafeGuaranteedRef { line in
      for index in 0..<line.count {
        guard subscriber.isOpen else { return }
        subscriber.next(line[index])
      }
    }
  }
}

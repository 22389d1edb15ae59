import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Cuts the signal into windows of `count` values: each is a signal of its own, which is sent as it opens.
  ///
  ///     source     -1--2--3--4--5-|
  ///     window(2)  w-----w-----w--|
  ///     windows    -1--2|-3--4|-5-|
  ///
  /// The first window opens at once, another only when a value is there for it. A count below 1 is 1. Windows end as the
  /// source does, before this signal, and go on without it as the groups of `groupBy` do. As Rx `window`.
  public func window(
    count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Signal<Value>> {
    let windowSite = CallSite("window", file, line, [.source, .hot])
    return derived(at: CallSite("window", file, line)) { source, downstream in
      let window = Window<Value>(limit: Swift.max(1, count), windowSite, below: downstream)
      window.open()
      guard downstream.isOpen else { return }
      source.connectSerially(into: window, role: Role(.shared)) { window, value in
        window.send(value)
      }
    }
  }

  /// Cuts the signal into windows: a new one opens, and the one before completes, whenever `boundary` sends.
  ///
  ///     source    -1--2----3--4-|
  ///     boundary  ------x-------
  ///     windows   -1--2-|--3--4-|
  ///
  /// The first window opens at once. The end of the boundary opens no window; its error is an error of all. As Rx `window`
  /// of a boundary.
  public func window<Boundary: Sendable>(
    on boundary: Signal<Boundary>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Signal<Value>> {
    let windowSite = CallSite("window", file, line, [.source, .hot])
    return derived(at: CallSite("window", file, line)) { source, downstream in
      let window = Window<Value>(limit: .max, windowSite, below: downstream)
      window.open()
      boundary.connectSerially(into: window, role: Role(.control), number: Window<Value>.boundary) {
        window, _ in
        window.close(.completed)
        window.open()
      }
      guard downstream.isOpen else { return }
      source.connectSerially(into: window, role: Role(.shared)) { window, value in
        window.send(value)
      }
    }
  }

  /// Cuts the signal into windows of a time, and of `count` values at most: a new one opens, and its time begins, as soon as
  /// the one before is over or full.
  ///
  ///     source               a-b-c----d-|
  ///     window(4, count: 2)  w-w---w---w|
  ///     windows              a-(b|)
  ///                            --c-|
  ///                                ---d|
  ///                                    -|
  ///
  /// The first window opens at once; one in which nothing came is empty. Windows end as the source does, before this
  /// signal, and go on without it as the groups of `groupBy` do, as long as they last. They open and complete on
  /// `scheduler`, those that are full where their last value arrived. A count below 1 is 1; a time of zero or less
  /// means windows of one value. As Rx `window(timeSpan:count:scheduler:)`.
  public func window(
    for time: Duration, count: Int = .max, on scheduler: some TimedScheduler,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Signal<Value>> {
    let windowSite = CallSite("window", file, line, [.source, .hot])
    return derived(at: CallSite("window", file, line, .timer)) { source, downstream in
      let window = TimedWindow<Value>(
        time, limit: time > .zero ? Swift.max(1, count) : 1, windowSite, below: downstream, on: scheduler)
      window.serially { window.open() }
      guard downstream.isOpen else { return }
      source.connectSerially(into: window, role: Role(.shared)) { window, value in
        window.send(value)
      }
    }
  }
}

private class Window<Value: Sendable>: Junction, MembershipOwner, @unchecked Sendable {
  static var boundary: UInt32 { 1 }

  private let site: CallSite
  final let limit: Int
  // These belong to whoever is inside.
  private final var rows: ValueRows<Value>?
  final var count = 0
  /// This signal's subscriber and those of the windows: the source is theirs.
  private final let subscribers = Atomic<Int>(1)

  init(limit: Int, _ site: CallSite, below downstream: Gate) {
    self.limit = limit
    self.site = site
    super.init(below: downstream)
  }

  func open() {
    guard downstream.isOpen else { return }
    let rows = ValueRows<Value>()
    self.rows = rows
    count = 0
    // Weak: a window may be kept for ever. What feeds it is kept by the source and by the windows' subscribers.
    let window = Signal<Value>(site) { [weak self] _, gate in
      if let self { add(gate, to: rows) } else { rows.add(gate) }
    }
    output(of: Signal<Value>.self).next(window)
  }

  final func close(_ ending: Ending) { exchange(&rows, with: nil)?.end(ending) }

  func send(_ value: Value) {
    if count == limit {
      close(.completed)
      open()
    }
    count += 1
    rows?.send(value)
  }

  private final func add(_ gate: Gate, to rows: ValueRows<Value>) {
    subscribers.add(1, ordering: .relaxed)
    rows.add(gate, through: Membership(of: gate, at: rows, countedBy: self))
  }

  final func memberLeft(_ rows: SubjectRows) { oneLeft(because: .downstream) }
  final override func dispose(because reason: DisposalReason) { oneLeft(because: reason) }

  private final func oneLeft(because reason: DisposalReason) {
    if subscribers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { allLeft(because: reason) }
  }

  /// Nobody is subscribed any more, to this signal or to a window.
  func allLeft(because reason: DisposalReason) { disposeInlets(because: reason) }

  final override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending, number == Self.boundary { return }
    serially { [self] in
      close(ending)
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}

/// Windows of a time.
private final class TimedWindow<Value: Sendable>: Window<Value>, @unchecked Sendable {
  private let time: Duration
  private let scheduler: any TimedScheduler
  private struct Timer {
    var work: Disposable?
    var isDisposed = false
  }
  private let timer = Mutex(Timer())
  // These belong to whoever is inside.
  private var end: Duration = .zero
  private var isTimerRunning = false

  init(
    _ time: Duration, limit: Int, _ site: CallSite, below downstream: Gate, on scheduler: any TimedScheduler
  ) {
    self.time = time
    self.scheduler = scheduler
    super.init(limit: limit, site, below: downstream)
  }

  override func open() {
    guard downstream.isOpen else { return }
    end = scheduler.now.later(by: time)
    // The timer of a window that was full before its time goes on, and waits for the rest.
    if time > .zero, !exchange(&isTimerRunning, with: true) { wait(for: time) }
    super.open()
  }

  override func send(_ value: Value) {
    super.send(value)
    if count == limit { turn() }
  }

  private func turn() {
    close(.completed)
    open()
  }

  private func wait(for delay: Duration) {
    let work = scheduler.schedule(after: delay) { self.serially { self.timerFired() } }
    let (before, isDisposed) = timer.withLock { timer in
      (exchange(&timer.work, with: timer.isDisposed ? nil : work), timer.isDisposed)
    }
    if isDisposed { work.cancel() }
    _ = before
  }

  private func timerFired() {
    isTimerRunning = false
    let now = scheduler.now
    if now >= end { return turn() }
    isTimerRunning = true
    wait(for: end - now)
  }

  override func allLeft(because reason: DisposalReason) {
    let work = timer.withLock { timer in
      timer.isDisposed = true
      return exchange(&timer.work, with: nil)
    }
    work?.dispose(because: reason)
    super.allLeft(because: reason)
  }
}

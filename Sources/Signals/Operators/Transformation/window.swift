import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Cuts the signal into windows of `count` values. Each window is a signal, which is sent when the window
  /// opens.
  ///
  ///     source     -1--2--3--4--5-|
  ///     window(2)  w-----w-----w--|
  ///     windows    -1--2|-3--4|-5-|
  ///
  /// The first window opens at once, each further window at its first value. A count below 1 is 1. An open
  /// window ends as the source does, before this signal. It goes on after this signal is disposed, as the
  /// groups of `groupBy` do. As Rx `window`.
  public func window(
    count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Signal<Value>> {
    let windowSite = CallSite("window", file, line, [.source, .hot])
    return derived(at: CallSite("window", file, line)) { source, downstream in
      let window = Window<Value>(limit: Swift.max(1, count), windowSite, below: downstream)
      window.begin()
      guard downstream.isOpen else { return }
      source.connectSerially(into: window, role: Role(.shared)) { window, state, value in
        window.send(value, &state)
      }
    }
  }

  /// Cuts the signal into windows. Whenever `boundary` sends, the open window completes and a new window
  /// opens.
  ///
  ///     source    -1--2----3--4-|
  ///     boundary  ------x-------
  ///     windows   -1--2-|--3--4-|
  ///
  /// The first window opens at once. The completion of the boundary opens no window. Its error is an error of
  /// the open window and of this signal. As Rx `window` of a boundary.
  public func window<Boundary: Sendable>(
    on boundary: Signal<Boundary>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Signal<Value>> {
    let windowSite = CallSite("window", file, line, [.source, .hot])
    return derived(at: CallSite("window", file, line)) { source, downstream in
      let window = Window<Value>(limit: .max, windowSite, below: downstream)
      window.begin()
      boundary.connectSerially(into: window, role: Role(.control), number: Window<Value>.boundary) {
        window, state, _ in
        window.close(.completed, &state)
        window.open(&state)
      }
      guard downstream.isOpen else { return }
      source.connectSerially(into: window, role: Role(.shared)) { window, state, value in
        window.send(value, &state)
      }
    }
  }

  /// Cuts the signal into windows that last `time` and have at most `count` values. As soon as a window is
  /// over or full, a new window opens, and its time begins.
  ///
  ///     source               a-b-c----d-|
  ///     window(4, count: 2)  w-w---w---w|
  ///     windows              a-(b|)
  ///                            --c-|
  ///                                ---d|
  ///                                    -|
  ///
  /// The first window opens at once. A window without a value is empty. An open window ends as the source
  /// does, before this signal. It goes on after this signal is disposed, as the groups of `groupBy` do, until
  /// its own end. Windows open and complete on `scheduler`, full windows on the thread on which their last
  /// value arrived. A count below 1 is 1; a time of zero or less means windows of one value. As Rx
  /// `window(timeSpan:count:scheduler:)`.
  public func window(
    for time: Duration, count: Int = .max, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Signal<Value>> {
    let windowSite = CallSite("window", file, line, [.source, .hot])
    return derived(at: CallSite("window", file, line, .timer)) { source, downstream in
      let window = TimedWindow<Value>(
        time, limit: time > .zero ? Swift.max(1, count) : 1, windowSite, below: downstream, on: scheduler)
      window.begin()
      guard downstream.isOpen else { return }
      source.connectSerially(into: window, role: Role(.shared)) { window, state, value in
        window.send(value, &state)
      }
    }
  }
}

/// The open window.
private struct OpenWindow<Value: Sendable> {
  var rows: ValueRows<Value>?
  var count = 0
  /// The end of a window that lasts a time.
  var end: Duration = .zero
  var isTimerRunning = false
}

private class Window<Value: Sendable>: SerialJunction<OpenWindow<Value>>, MembershipOwner, @unchecked Sendable
{
  static var boundary: UInt32 { 1 }

  private let site: CallSite
  final let limit: Int
  /// The number of subscribers of the output and of the windows. The last one to leave disposes the source.
  private final let subscribers = Atomic<Int>(1)

  init(limit: Int, _ site: CallSite, below downstream: Gate) {
    self.limit = limit
    self.site = site
    super.init(OpenWindow(), below: downstream)
  }

  /// Opens the first window.
  final func begin() { serially { state in self.open(&state) } }

  func open(_ state: inout OpenWindow<Value>) {
    guard downstream.isOpen else { return }
    let rows = ValueRows<Value>()
    state.rows = rows
    state.count = 0
    // Weak: a window may be kept for ever. Its source is kept by the source and by the windows' subscribers.
    let window = Signal<Value>(site) { [weak self] _, gate in
      if let self { add(gate, to: rows) } else { rows.add(gate) }
    }
    output(of: Signal<Value>.self).next(window)
  }

  final func close(_ ending: Ending, _ state: inout OpenWindow<Value>) {
    exchange(&state.rows, with: nil)?.end(ending)
  }

  func send(_ value: Value, _ state: inout OpenWindow<Value>) {
    if state.count == limit { turn(&state) }
    state.count += 1
    state.rows?.next(value)
  }

  final func turn(_ state: inout OpenWindow<Value>) {
    close(.completed, &state)
    open(&state)
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

  /// The output and the windows have no subscriber any more.
  func allLeft(because reason: DisposalReason) { disposeInlets(because: reason) }

  final override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending, number == Self.boundary { return }
    serially { [self] state in
      close(ending, &state)
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}

/// Windows that last a time.
private final class TimedWindow<Value: Sendable>: Window<Value>, @unchecked Sendable {
  private let time: Duration
  private let scheduler: any TimedScheduler
  private struct Timer {
    var work: Disposable?
    var isDisposed = false
  }
  private let timer = Mutex(Timer())

  init(
    _ time: Duration, limit: Int, _ site: CallSite, below downstream: Gate, on scheduler: any TimedScheduler
  ) {
    self.time = time
    self.scheduler = scheduler
    super.init(limit: limit, site, below: downstream)
  }

  override func open(_ state: inout OpenWindow<Value>) {
    guard downstream.isOpen else { return }
    state.end = scheduler.now.later(by: time)
    // The timer of a window that was full early goes on. When it fires, it waits for the rest of the next
    // window's time.
    if time > .zero, !exchange(&state.isTimerRunning, with: true) { wait(for: time) }
    super.open(&state)
  }

  override func send(_ value: Value, _ state: inout OpenWindow<Value>) {
    super.send(value, &state)
    if state.count == limit { turn(&state) }
  }

  private func wait(for delay: Duration) {
    let work = scheduler.schedule(after: delay) { self.serially { state in self.timerFired(&state) } }
    let (before, isDisposed) = timer.withLock { timer in
      (exchange(&timer.work, with: timer.isDisposed ? nil : work), timer.isDisposed)
    }
    if isDisposed { work.cancel() }
    _ = before
  }

  private func timerFired(_ state: inout OpenWindow<Value>) {
    state.isTimerRunning = false
    let now = scheduler.now
    if now >= state.end { return turn(&state) }
    state.isTimerRunning = true
    wait(for: state.end - now)
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

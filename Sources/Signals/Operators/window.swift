import SignalTracing
import Synchronization

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
    return Signal<Signal<Value>>(CallSite("window", file, line), upstream: self) {
      signal, downstream in
      let window = Window<Value>(limit: Swift.max(1, count), windowSite, below: downstream)
      window.open()
      guard downstream.isOpen else { return }
      signal.source(of: Value.self).connectSerially(into: window, role: Role(.shared)) { window, value in
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
    return Signal<Signal<Value>>(CallSite("window", file, line), upstream: self) {
      signal, downstream in
      let window = Window<Value>(limit: .max, windowSite, below: downstream)
      window.open()
      boundary.connectSerially(into: window, role: Role(.control), number: Window<Value>.boundary) {
        window, _ in
        window.close(.completed)
        window.open()
      }
      guard downstream.isOpen else { return }
      signal.source(of: Value.self).connectSerially(into: window, role: Role(.shared)) { window, value in
        window.send(value)
      }
    }
  }
}

private final class Window<Value: Sendable>: Junction, MembershipOwner, @unchecked Sendable {
  static var boundary: UInt32 { 1 }

  private let site: CallSite
  private let limit: Int
  // These belong to whoever is inside.
  private var rows: ValueRows<Value>?
  private var count = 0
  /// This signal's subscriber and those of the windows: the source is theirs.
  private let subscribers = Atomic<Int>(1)

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

  func close(_ ending: Ending) { exchange(&rows, with: nil)?.end(ending) }

  func send(_ value: Value) {
    if count == limit {
      close(.completed)
      open()
    }
    count += 1
    rows?.send(value)
  }

  private func add(_ gate: Gate, to rows: ValueRows<Value>) {
    subscribers.add(1, ordering: .relaxed)
    rows.add(gate, through: Membership(of: gate, at: rows, countedBy: self))
  }

  func memberLeft(_ rows: SubjectRows) { oneLeft(because: .downstream) }
  override func dispose(because reason: DisposalReason) { oneLeft(because: reason) }

  private func oneLeft(because reason: DisposalReason) {
    if subscribers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      disposeInlets(because: reason)
    }
  }

  override func inletEnded(_ inlet: Gate, _ ending: Ending) {
    if case .completed = ending, inlet.number == Self.boundary { return }
    serially { [self] in
      close(ending)
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}

import SignalTracing
import Synchronization
import TraceFormat

/// An open window.
struct OpenedWindow<Value: Sendable> {
  /// The number of the signal that closes it, if a signal does.
  let number: UInt32
  let rows: ValueRows<Value>
  var count = 0
}

/// The windows that are open, the oldest first.
struct OpenWindows<Value: Sendable> {
  var list: [OpenedWindow<Value>] = []
  /// The number of values until the next window opens.
  var untilNext = 0
}

/// Windows that may overlap. Each window is a signal, and every open window sends each value.
///
/// Inlet 0 is for the source, inlet 1 for a signal that opens windows. Signals that close windows have the
/// inlets from 2.
final class Windows<Value: Sendable>: SerialJunction<OpenWindows<Value>>, MembershipOwner,
  @unchecked Sendable
{
  static var openings: UInt32 { 1 }

  private let site: CallSite
  /// The number of subscribers of the output and of the windows. The last one to leave disposes the source.
  private let subscribers = Atomic<Int>(1)
  // Only the thread that delivers the openings counts.
  private var opened: UInt32 = 1

  init(_ site: CallSite, below downstream: Gate) {
    self.site = site
    super.init(OpenWindows(), below: downstream)
  }

  /// The number of the next window that a signal closes.
  func nextNumber() -> UInt32 {
    opened &+= 1
    return opened
  }

  func open(_ number: UInt32, _ windows: inout OpenWindows<Value>) {
    guard downstream.isOpen else { return }
    let rows = ValueRows<Value>()
    windows.list.append(OpenedWindow(number: number, rows: rows))
    // Weak: a window may be kept for ever. Its source is kept by the source and by the windows' subscribers.
    let window = Signal<Value>(site) { [weak self] _, gate in
      if let self { add(gate, to: rows) } else { rows.add(gate) }
    }
    output(of: Signal<Value>.self).next(window)
  }

  func send(_ value: Value, _ windows: inout OpenWindows<Value>) {
    for index in windows.list.indices {
      windows.list[index].count += 1
      windows.list[index].rows.next(value)
    }
  }

  func close(_ number: UInt32, _ windows: inout OpenWindows<Value>) {
    guard let index = windows.list.firstIndex(where: { $0.number == number }) else { return }
    let rows = windows.list.remove(at: index).rows
    dispose(source: number, because: .trigger)
    rows.end(.completed)
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

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending, number >= Self.openings { return }
    serially { [self] windows in
      // The signal belongs to a window that has been closed meanwhile.
      if number > Self.openings, !windows.list.contains(where: { $0.number == number }) { return }
      for window in exchange(&windows.list, with: []) { window.rows.end(ending) }
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}

public import SignalTracing
public import Synchronization
public import TraceFormat

/// The upstream side of an operator that subscribes to one signal after another. A subclass returns the next
/// signal.
///
/// A signal may end during its subscription. Then the end does not start the next signal: the loop that
/// subscribed to the signal does. So the stack does not grow with the number of signals.
@usableFromInline
class Succession<Value: Sendable>: Junction, @unchecked Sendable {
  /// The number of requests for the next signal that are not served yet. The thread that makes it 1 runs the
  /// loop.
  @usableFromInline final let turns = Atomic<Int>(0)
  /// Subscribes to a signal. The closure is made where the type of the values is known: this class would look
  /// it up each time.
  @usableFromInline final let start: @Sendable (Succession<Value>, Signal<Value>, Role) -> Void

  /// - Parameter hasOtherInlets: true if another inlet than the current signal may send or end the output, on
  ///   another thread.
  @inlinable
  init(below downstream: Gate, hasOtherInlets: Bool = false) {
    if hasOtherInlets {
      start = { succession, signal, role in
        signal.connectSerially(into: succession, role: role) { succession, value in
          succession.output(of: Value.self).next(value)
        }
      }
    } else {
      start = { succession, signal, role in
        signal.connect(into: succession, role: role) { succession, _, value in
          succession.output(of: Value.self).next(value)
        }
      }
    }
    super.init(below: downstream)
  }

  /// - Parameter start: subscribes to a signal for the succession that is being made here.
  init(
    below downstream: Gate,
    start: @escaping @Sendable (Succession<Value>, Signal<Value>, Role) -> Void
  ) {
    self.start = start
    super.init(below: downstream)
  }

  /// The next signal and its role; nil after the last one. One thread at a time calls it.
  func nextSignal() -> (Signal<Value>, Role)? { nil }

  /// Subscribes to the next signal, or completes after the last one.
  @usableFromInline final func advance() {
    guard turns.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      if downstream.isOpen { startNext() }
    } while turns.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }

  private final func startNext() {
    guard let (signal, role) = nextSignal() else {
      if downstream.isOpen { downstream.completed() }
      return
    }
    start(self, signal, role)
  }

  @usableFromInline override func inletEnded(number: UInt32, _ ending: Ending) {
    switch ending {
    case .completed: advance()
    case .failed: if downstream.isOpen { downstream.end(ending) }
    }
  }
}

public import SignalTracing
import Synchronization
public import TraceFormat

extension Signal {
  /// Sends the values of this signal and of the other signals as they arrive.
  ///
  ///     a      -1----2-|
  ///     b      ---3-------4-|
  ///     merge  -1-3--2----4-|
  ///
  /// Completes when all have completed; an error of any of them is an error at once. As `RACSignal -merge:`.
  @inlinable
  public func merge(
    _ other: Signal<Value>, _ more: Signal<Value>..., file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let others = SignalList([other] + more)
    return derived(at: CallSite("merge", file, line, .flattens)) { source, downstream in
      Merge<Value>(count: others.signals.count + 1, below: downstream)
        .subscribe(to: [source] + others.signals)
    }
  }

  /// Sends the values of all `signals` as they arrive.
  ///
  ///     a      -1----2-|
  ///     b      ---3-------4-|
  ///     merge  -1-3--2----4-|
  ///
  /// Completes when all have completed, at once if there are none; an error of any of them is an error at
  /// once. As `RACSignal +merge:`.
  @inlinable
  public static func merge(
    _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let sources = SignalList(signals)
    return Signal<Value>(CallSite("merge", file, line, .flattens)) { _, downstream in
      guard !sources.signals.isEmpty else { return downstream.completed() }
      Merge<Value>(count: sources.signals.count, below: downstream).subscribe(to: sources.signals)
    }
  }
}

@usableFromInline
final class Merge<Value: Sendable>: Junction, @unchecked Sendable {
  private let living: Atomic<Int>

  @usableFromInline
  init(count: Int, below downstream: Subscriber<Value>) {
    living = Atomic(count)
    super.init(below: downstream)
  }

  @inlinable
  func subscribe(to signals: [Signal<Value>]) {
    for signal in signals {
      guard downstream.isOpen else { return }
      signal.connectSerially(into: self, role: Role(.source)) { merge, value in
        merge.output(of: Value.self).next(value)
      }
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending,
      living.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
    {
      return
    }
    endSerially(ending)
  }
}

import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Sends the values of the source until `replacement` sends its first event (a value or an end). From then
  /// on, sends the events of `replacement`.
  ///
  ///     source                   -1--2--3--4-|
  ///     replacement              --------a--b-|
  ///     take(untilReplacement:)  -1--2--3a--b-|
  ///
  /// Completion of the source is not sent on; its error is. The replacement is subscribed to first: if it
  /// sends at once, the source is not subscribed to. As `RACSignal -takeUntilReplacement:`.
  public func take(
    untilReplacement replacement: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("take(untilReplacement:)", file, line, .stops)) { source, downstream in
      let junction = TakeUntilReplacement(below: downstream)
      replacement.connectSerially(
        into: junction, role: Role(.source), number: TakeUntilReplacement.replacement
      ) { junction, value in
        junction.replace()
        junction.output(of: Value.self).next(value)
      }
      guard downstream.isOpen, !junction.isReplaced else { return }
      source.connectSerially(
        into: junction, role: Role(.source), number: TakeUntilReplacement.source
      ) { junction, value in
        if !junction.isReplaced { junction.output(of: Value.self).next(value) }
      }
      // The replacement may have sent an event meanwhile, on another thread.
      if junction.isReplaced { junction.dispose(source: TakeUntilReplacement.source, because: .replaced) }
    }
  }
}

private final class TakeUntilReplacement: Junction, @unchecked Sendable {
  static let source: UInt32 = 1
  static let replacement: UInt32 = 2

  private let replaced = Atomic<Bool>(false)
  var isReplaced: Bool { replaced.load(ordering: .acquiring) }

  /// This thread is inside.
  func replace() {
    if !replaced.exchange(true, ordering: .acquiringAndReleasing) {
      dispose(source: Self.source, because: .replaced)
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    switch ending {
    case .completed where number == Self.source: return
    case .failed where number == Self.source:
      serially { [self] in
        if !isReplaced, downstream.isOpen { downstream.end(ending) }
      }
    default:
      serially { [self] in
        replace()
        if downstream.isOpen { downstream.end(ending) }
      }
    }
  }
}

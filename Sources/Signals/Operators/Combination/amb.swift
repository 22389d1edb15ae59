import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Sends the events of the winner: the signal whose first event (a value or an end) comes first. The other
  /// signals are disposed then.
  ///
  ///     a    ----1--2-|
  ///     b    --3--4---|
  ///     amb  --3--4---|
  ///
  /// Ends as the winner does. As Rx `amb`.
  public func amb(
    _ other: Signal<Value>, _ more: Signal<Value>..., file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    racing(CallSite("amb", file, line, .stops), SignalList([other] + more))
  }

  /// Sends the events of the winner among `signals`: the signal whose first event (a value or an end) comes
  /// first.
  ///
  ///     a    ----1--2-|
  ///     b    --3--4---|
  ///     amb  --3--4---|
  ///
  /// The other signals are disposed then. Ends as the winner does. Without signals it sends nothing and never
  /// ends. As Rx `Observable.amb`.
  public static func amb(
    _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let sources = SignalList(signals)
    return Signal<Value>(CallSite("amb", file, line, .stops)) { _, downstream in
      Race<Value>(below: downstream).run(sources.signals)
    }
  }

  private func racing(_ site: CallSite, _ others: SignalList<Value>) -> Signal<Value> {
    derived(at: site) { source, downstream in
      Race<Value>(below: downstream).run([source] + others.signals)
    }
  }
}

/// A race of signals: only the events of the first signal that sends an event are sent on.
///
/// The runners are numbered from 1; number 0 is the inlet of a signal that sends the runners, if there is
/// one.
final class Race<Value: Sendable>: Junction, @unchecked Sendable {
  /// The number of the winner; 0 while there is none.
  private let winner = Atomic<UInt32>(0)
  // Only the thread that starts the runners counts.
  private var started: UInt32 = 0

  func run(_ runners: [Signal<Value>]) {
    for runner in runners where winner.load(ordering: .relaxed) == 0 && downstream.isOpen {
      started &+= 1
      connect(runner, as: started, Role(.source))
    }
  }

  func start(_ runner: Signal<Value>) {
    guard winner.load(ordering: .relaxed) == 0 else { return }
    started &+= 1
    connect(runner, as: started, Role(.inner, number: started))
  }

  private func connect(_ runner: Signal<Value>, as number: UInt32, _ role: Role) {
    runner.connect(into: self, role: role, number: number) { race, inlet, value in
      if race.wins(inlet.number) { race.output(of: Value.self).next(value) }
    }
  }

  /// Whether the runner with this number has won, now or before. When it wins, the others are disposed.
  private func wins(_ number: UInt32) -> Bool {
    let (isFirst, known) = winner.compareExchange(
      expected: 0, desired: number, ordering: .acquiringAndReleasing)
    if isFirst { disposeInlets(except: number, because: .replaced) }
    return isFirst || known == number
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    guard number == 0 else {
      if wins(number), downstream.isOpen { downstream.end(ending) }
      return
    }
    // The signal that sends the runners has ended. If its end ends the race, it counts as the winner.
    if case .completed = ending, started > 0 { return }
    let (isFirst, _) = winner.compareExchange(expected: 0, desired: .max, ordering: .acquiringAndReleasing)
    if isFirst, downstream.isOpen { downstream.end(ending) }
  }
}

import SignalTracing
import TraceFormat

extension Signal {
  /// Subscribes to the signal that `transform` returns for each value. The first of these signals that sends
  /// or ends wins: the others are disposed, and the events of the winner are sent.
  ///
  ///     source       a--b------|
  ///     a            ------1--|
  ///     b               -2----4-|
  ///     flatMapRace  ----2----4-|
  ///
  /// Once a signal has won, the source is disposed. Completes when the winner does, or when the source has
  /// completed without a value. An error of an inner signal wins, too; an error of the source before that is
  /// an error at once, and so is a throw of `transform`. As ReactiveSwift `flatMap(.race)`.
  public func flatMapRace<Result: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Value) throws -> Signal<Result>
  ) -> Signal<Result> {
    derived(at: CallSite("flatMapRace", file, line, [.flattens, .stops])) { source, downstream in
      source.connect(into: Race<Result>(below: downstream), role: Role(.source)) {
        race, _, value in
        do {
          race.start(try ThreadState.onBehalf(of: race.downstream.trace) { try transform(value) })
        } catch {
          race.endSerially(.failed(error))
        }
      }
    }
  }
}

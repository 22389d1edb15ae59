import Signals

// Two mistakes that are easily made, for tools to find. The right versions are in `Session.swift`.

extension Session {
  /// As `rates(on:)`, with the stop signal above `flatMap`: when it comes, no new inner signal is begun, but the one that
  /// was begun goes on for ever.
  func ratesThatOutliveTheSession(on clock: LogClock) -> Signal<Int> {
    entries
      .scan(0) { count, _ in count + 1 }
      .filter { $0 == 2 }
      .take(until: closed)
      .flatMap { _ in clock.beats.map { self.entries(before: $0) } }
  }

  /// As `ages(on:)`, but the subscription to the clock is forgotten: disposing the signal does not dispose it.
  func agesThatForgetTheirSource(on clock: LogClock) -> Signal<Duration> {
    Signal.create { subscriber in
      _ = clock.beats.subscribe(next: { subscriber.next($0 - self.opened) })
      return nil
    }
  }
}

import Signals
import Synchronization

/// Entries of one source without a long pause between them.
final class Session: Sendable {
  let source: String
  /// On the log's clock.
  let opened: Duration
  /// The entries from the first one on. Ends with the log, not with the session.
  let entries: Signal<Entry>
  /// Sends once, when the session is over.
  let closed = PublishSubject<Void>()
  /// The disposables that end with the session.
  let lifetime = CompositeDisposable()

  private let recent = Mutex(BeatCount())
  private let hadBurst = Atomic<Bool>(false)
  private let wasLong = Atomic<Bool>(false)

  /// A session that `first` opens, of which `entries` will send the rest.
  init(of source: String, first: Entry, rest entries: Signal<Entry>, at opened: Duration) {
    self.source = source
    self.opened = opened
    self.entries = entries.startWith(first)
  }

  /// Ends the session.
  func close() {
    closed.next(())
    lifetime.dispose()
  }

  /// The result of the session, once nothing has come for `idle` on the log's clock or the log has ended.
  func summary(afterIdle idle: Duration, on clock: LogClock) -> Signal<SessionSummary> {
    entries
      .do { _ in self.recent.withLock { $0.count(at: clock.now) } }
      .scan(SessionSummary(source: source)) { summary, entry in summary.adding(entry, at: clock.now) }
      .debounce(for: idle, on: clock.scheduler)
      .take(1)
  }

  /// How many entries each ten seconds of the log brought, from the second entry on, until the session is closed.
  func rates(on clock: LogClock) -> Signal<Int> {
    entries
      .scan(0) { count, _ in count + 1 }
      .filter { $0 == 2 }
      .flatMap { _ in clock.beats.map { self.entries(before: $0) } }
      .take(until: closed)
  }

  /// How long the session has lasted, at each beat of the log's clock. Does not end by itself.
  func ages(on clock: LogClock) -> Signal<Duration> {
    Signal.create { subscriber in
      clock.beats.subscribe(next: { subscriber.next($0 - self.opened) })
    }
  }

  /// The entries of the ten seconds before a beat.
  func entries(before beat: Duration) -> Int { recent.withLock { $0.entries(before: beat) } }

  /// True the first time.
  func isFirstBurst() -> Bool { !hadBurst.exchange(true, ordering: .relaxed) }
  /// True the first time.
  func isFirstTimeLong() -> Bool { !wasLong.exchange(true, ordering: .relaxed) }
}

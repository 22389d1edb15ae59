import Signals
import Synchronization

/// The thresholds for a log.
struct MonitorOptions: Sendable {
  /// A session is over after so long a pause, in the log's own time.
  var idle: Duration = .seconds(60)
  /// The number of entries of one source in ten seconds that is worth an alert.
  var burst = 10
  /// The length of a session that is worth an alert.
  var long: Duration = .seconds(3600)
  /// More sources than this share one name.
  var sources = 10_000
  var leak = Leak.none
}

/// Watches a log: lines become entries, entries of a source become sessions, sessions are counted and worth an alert now
/// and then.
final class Monitor: Sendable {
  /// The facts that are worth being told at once. Completes after the log has ended, or fails as reading did.
  let alerts = PublishSubject<Alert>()
  /// Sessions that are over.
  let summaries = PublishSubject<SessionSummary>()

  private let options: MonitorOptions
  private let clock = LogClock()
  private let totals = Mutex(Tally())
  private let names: Mutex<SourceNames>
  private let bag = DisposeBag()

  init(_ options: MonitorOptions) {
    self.options = options
    names = Mutex(SourceNames(limit: options.sources))
  }

  /// The counts so far.
  var tally: Tally { totals.withLock { $0 } }

  /// Watches what is read from a log. Call it once.
  func watch(_ readings: Signal<Reading>) {
    entries(of: readings)
      .groupBy { entry in self.names.withLock { $0.sorted(entry.source) } }
      .flatMap { source in self.sessions(of: source) }
      .subscribe(
        next: { session in self.watch(session) },
        error: { error in self.end { $0.error(error) } },
        completed: { self.end { $0.completed() } }
      )
      .disposed(by: bag)
  }

  private func end(_ body: (PublishSubject<Alert>) -> Void) {
    summaries.completed()
    body(alerts)
  }

  /// The entries of the log. The clock shows an entry's time before the entry arrives.
  private func entries(of readings: Signal<Reading>) -> Signal<Entry> {
    readings
      .scan(ParsedReading()) { $0.parsing($1) }
      .do { parsed in
        switch parsed.reading {
        case .quiet(let duration): self.clock.wait(duration)
        case .line: if let entry = parsed.entry { self.clock.arrive(at: entry.time) }
        }
        self.totals.withLock { $0.count(parsed) }
      }
      // Events of the last ten seconds count as well.
      .do(onCompleted: { self.clock.wait(LogClock.beat) })
      .filter { $0.entry != nil }
      .map { $0.entry.unsafelyUnwrapped }
      .do { entry in
        if entry.isTrouble { self.alerts.next(.trouble(entry)) }
      }
  }

  /// A source's sessions, each as its first entry opens it.
  private func sessions(of source: GroupedSignal<String, Entry>) -> Signal<Session> {
    source
      .scan(OpeningEntry()) { [clock, options] in $0.next($1, at: clock.now, afterIdle: options.idle) }
      .filter { $0.opens }
      .map { [clock] opening in
        Session(of: source.key, first: opening.entry.unsafelyUnwrapped, rest: source, at: clock.now)
      }
  }

  private func watch(_ session: Session) {
    totals.withLock { $0.opened(session.source) }
    session.summary(afterIdle: options.idle, on: clock)
      .subscribe(next: { summary in
        self.totals.withLock { $0.closed(summary) }
        session.close()
        self.summaries.next(summary)
      })
      .disposed(by: bag)

    let rates =
      options.leak == .inner ? session.ratesThatOutliveTheSession(on: clock) : session.rates(on: clock)
    rates
      .subscribe(next: { [self] count in
        totals.withLock { $0.rate(count, of: session.source) }
        if count >= options.burst, session.isFirstBurst() {
          alerts.next(.burst(source: session.source, entries: count, stamp: totals.withLock { $0.lastStamp }))
        }
      })
      .disposed(by: bag)

    let ages =
      options.leak == .create ? session.agesThatForgetTheirSource(on: clock) : session.ages(on: clock)
    session.lifetime.add(
      ages.subscribe(next: { [self] age in
        if age >= options.long, session.isFirstTimeLong() {
          alerts.next(.long(source: session.source, age: age, stamp: totals.withLock { $0.lastStamp }))
        }
      }))
  }
}

/// A reading and what it says.
struct ParsedReading: Sendable {
  private(set) var reading = Reading.quiet(.zero)
  /// Nil for a line that says nothing.
  private(set) var entry: Entry?
  private var parser = LineParser()

  func parsing(_ reading: Reading) -> ParsedReading {
    var parsed = self
    parsed.reading = reading
    parsed.entry = nil
    if case .line(let line) = reading { parsed.entry = parsed.parser.parse(line) }
    return parsed
  }
}

/// An entry of a source, and whether it opens a session.
private struct OpeningEntry: Sendable {
  private(set) var entry: Entry?
  private(set) var opens = false
  private var opening = SessionOpening()

  func next(_ entry: Entry, at time: Duration, afterIdle idle: Duration) -> OpeningEntry {
    var next = self
    next.entry = entry
    next.opens = next.opening.opens(at: time, afterIdle: idle)
    return next
  }
}

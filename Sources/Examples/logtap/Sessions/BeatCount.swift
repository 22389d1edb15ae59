/// Counts entries between two beats of the log's clock.
struct BeatCount: Sendable {
  private var beat: Duration = .zero
  private var entries = 0

  /// An entry at this time.
  mutating func count(at time: Duration) {
    let next = LogClock.beat(after: time)
    if next != beat { (beat, entries) = (next, 0) }
    entries += 1
  }

  /// The entries between the beat at `time` and the one before it.
  func entries(before time: Duration) -> Int { time == beat ? entries : 0 }
}

/// The time of a log, counted from its first entry: it only goes forward, whatever the entries say.
///
/// A log that runs backwards (`git log`) is as good as one that runs forwards: only the distance between entries
/// counts. Entries that come a little late take no time.
struct LogTimeline {
  /// The time of an entry may lie this far before the time of an earlier one.
  static let disorder: Duration = .seconds(5)

  /// How much time has passed.
  private(set) var now: Duration = .zero
  /// The time of the entry that later ones are compared with, and the value of `now` then, without the quiet after it.
  private var anchor: (time: Duration, elapsed: Duration)?

  /// An entry of this time arrives.
  mutating func arrive(at time: Duration) {
    guard let known = anchor else {
      anchor = (time, now)
      return
    }
    let step = time - known.time
    guard step > .zero || step < .zero - Self.disorder else { return }
    let elapsed = known.elapsed + (step < .zero ? .zero - step : step)
    anchor = (time, elapsed)
    now = max(now, elapsed)
  }

  /// Nothing has arrived for this long, in real time: the log's time goes on with it.
  mutating func wait(_ duration: Duration) { now += max(.zero, duration) }
}

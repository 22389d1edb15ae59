/// Where a source's entries begin a new session: after a pause.
struct SessionOpening: Sendable {
  private var last: Duration?

  /// True if an entry at this time opens a session.
  mutating func opens(at time: Duration, afterIdle idle: Duration) -> Bool {
    defer { last = time }
    return last.map { time - $0 >= idle } ?? true
  }
}

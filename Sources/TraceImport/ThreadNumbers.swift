import TraceFormat

/// Which of the program's threads a thread of the kernel is, at a time: known by the events that it sends.
///
/// The kernel gives a number again when a thread has ended. Between the last event of one thread and the
/// first of the next of that number it is not known which of them is meant.
struct ThreadNumbers {
  private struct Span {
    let thread: ThreadID
    var first: UInt64
    var last: UInt64
  }

  private var spans: [UInt32: [Span]] = [:]
  private var count = 0

  /// The number of an unknown thread.
  static let unknown = ThreadID(rawValue: 0)
  /// The largest number of threads that are told apart. No program has more, and no input makes this table
  /// larger.
  static let most = 1 << 16

  /// A thread of the kernel sent an event as `thread`. Times may come in any order.
  mutating func add(_ thread: ThreadID, of kernelThread: UInt32, at time: UInt64) {
    var known = spans[kernelThread] ?? []
    if let index = known.lastIndex(where: { $0.thread == thread }) {
      known[index].first = min(known[index].first, time)
      known[index].last = max(known[index].last, time)
    } else {
      guard count < Self.most else { return }
      count += 1
      known.append(Span(thread: thread, first: time, last: time))
    }
    spans[kernelThread] = known
  }

  func thread(of kernelThread: UInt32, at time: UInt64) -> ThreadID {
    guard let known = spans[kernelThread], !known.isEmpty else { return Self.unknown }
    if known.count == 1 { return known[0].thread }
    if let inside = known.first(where: { $0.first <= time && time <= $0.last }) { return inside.thread }
    let before = known.filter { $0.last < time }.max { $0.last < $1.last }
    let after = known.filter { $0.first > time }.min { $0.first < $1.first }
    switch (before, after) {
    case (let before?, nil): return before.thread
    case (nil, let after?): return after.thread
    default: return Self.unknown
    }
  }
}

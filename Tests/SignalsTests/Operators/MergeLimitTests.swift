import Signals
import Testing

/// How many inner signals are subscribed to at a time.
@Suite struct MergeLimitTests {
  @Test(arguments: [(0, 3), (-1, 1), (1, 1), (2, 2), (Int.max, 3)])
  func `a limit of 0 is none, and a negative one is 1`(limit: Int, atOnce: Int) {
    let subjects = (0..<3).map { _ in PublishSubject<Int>() }
    let signals: [Signal<Int>] = subjects
    let merged = Signal.from(signals).merge(maxConcurrent: limit).subscribe(next: { _ in })
    #expect(subjects.count { $0.hasSubscribers } == atOnce)
    merged.dispose()
    let flattened = Signal.from(signals).flatMap(maxConcurrent: limit) { $0 }.subscribe(next: { _ in })
    #expect(subjects.count { $0.hasSubscribers } == atOnce)
    flattened.dispose()
  }
}

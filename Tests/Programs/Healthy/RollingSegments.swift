// healthy: a variable that holds a handle is overwritten while what it held goes on
// says: The segment that a log has left is still being written out; its writer is told to finish, and ends by itself.
// allows: nothing

import Signals
import Synchronization

private final class Segment: Sendable {
  let number: Int
  let lines = PublishSubject<String>()
  let flushed = Atomic<Int>(0)
  private let isSealed = PublishSubject<Void>()

  init(_ number: Int) { self.number = number }

  func seal() { isSealed.next(()) }

  /// Writes until the segment is sealed, and what has been gathered by then after that, a page at a time.
  func write(on disk: QueueScheduler) -> Signal<Int> {
    lines
      .take(until: isSealed)
      .buffer(for: .milliseconds(10), count: 4, on: disk)
      .concatMap { page in
        Signal<Int>.timer(after: .milliseconds(7), on: disk).mapReplace(page.count)
      }
  }
}

private final class RollingLog: Sendable {
  private struct Current: Sendable {
    var segment: Segment
    var writer: Disposable?
  }

  let closedSegments = Shared<[Int: Int]>([:])
  private let current = Shared(Current(segment: Segment(0), writer: nil))
  private let disk = QueueScheduler("segments")

  init() { begin(current.value.segment) }

  private func begin(_ segment: Segment) {
    let writer = segment.write(on: disk)
      .subscribe(
        next: { segment.flushed.add($0, ordering: .relaxed) },
        completed: { [closedSegments] in
          closedSegments.update { $0[segment.number] = segment.flushed.load(ordering: .relaxed) }
        })
    current.update { $0 = Current(segment: segment, writer: writer) }
  }

  func append(_ line: String) { current.value.segment.lines.next(line) }

  func roll() {
    let full = current.value.segment
    begin(Segment(full.number + 1))
    full.seal()
  }

  func close() { current.value.segment.seal() }
}

enum RollingSegments: LeakProgram {
  static func run() {
    let log = RollingLog()
    for line in 0..<90 {
      log.append("line \(line)")
      if line % 12 == 11 { log.roll() }
      pause(milliseconds: 3)
    }
    log.close()
    pause(milliseconds: 90)
    let lines = log.closedSegments.value.values.reduce(0, +)
    print("segments", log.closedSegments.value.count, "lines", lines)
  }
}

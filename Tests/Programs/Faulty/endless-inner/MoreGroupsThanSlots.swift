// fault: endless-inner
// verdict: finding
// proof: run
// says: ten groups that do not end before the source does, and places for four: six are never read (Reactor: groupBy, then flatMap)

import Signals

/// Partitions of a log that are written one beside the other.
enum MoreGroupsThanSlots: LeakProgram {
  static func run() {
    let events = PublishSubject<Int>()
    let written = Shared(0)
    let audit = events.filter { $0 % 7 == 0 }.subscribe(next: { _ in })
    let partitions = events.groupBy { $0 % 10 }
    let rows: Signal<Int>
    if mended {
      rows = partitions.flatMap { partition in partition.map { $0 + partition.key } }
    } else {
      rows =
        partitions
        .flatMap(maxConcurrent: 4) { partition in partition.map { $0 + partition.key } }  // LEAK
    }
    let writing = rows.subscribe(next: { _ in written.update { $0 += 1 } })
    for event in 0..<600 {
      events.next(event)
      if event % 10 == 0 { pause(milliseconds: 2) }
    }
    print("written \(written.value) of 600")
    audit.dispose()
    killed(holding: writing)
  }
}

// fault: missing-share
// verdict: finding
// proof: run
// says: eight columns subscribe to one file, and each reads and parses all of it

import Signals

/// Splits a file into columns.
enum ParsedTwice: LeakProgram {
  static func run() {
    let reads = Shared(0)
    let disk = QueueScheduler("disk")
    let file = Signal<String>.create { subscriber in  // LEAK
      reads.update { $0 += 1 }
      return disk.schedule(after: .milliseconds(5)) {
        for line in 0..<50 { subscriber.next("\(line),\(line * 2),\(line * 3)") }
        subscriber.completed()
      }
    }
    let rows = file.map { $0.split(separator: ",").compactMap { Int($0) } }
    let connection = rows.publish()
    let source = mended ? connection.signal : rows
    for column in 0..<8 {
      _ = source.map { $0[column % 3] }.reduce(0, +).subscribe(next: { _ in })  // LEAK
    }
    if mended { _ = connection.connect() }
    pause(milliseconds: 60)
    print("reads \(reads.value)")
  }
}

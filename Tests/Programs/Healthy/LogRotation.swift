// healthy: one handle after the other in the same place
// says: Each day's file takes the place of yesterday's in a serial disposable, which disposes that; the last is closed.
// allows: nothing

import Signals

private struct Entry: Sendable {
  let level: Int
  let text: String
}

private final class RotatingLog {
  let entries = PublishSubject<Entry>()
  let sizes = Shared([Int: Int]())
  private let file = SerialDisposable()

  func rotate(to day: Int) {
    file.inner = entries.filter { $0.level > 1 }.map { $0.text.utf8.count }
      .subscribe(next: { [sizes] size in sizes.update { $0[day, default: 0] += size } })
  }

  func close() { file.dispose() }
}

/// A service that begins a new log file every day.
enum LogRotation: LeakProgram {
  static func run() {
    let log = RotatingLog()
    let errors = Shared(0)
    let counter = log.entries.filter { $0.level == 3 }.subscribe(next: { _ in errors.update { $0 += 1 } })
    for day in 0..<14 {
      log.rotate(to: day)
      for hour in 0..<8 {
        log.entries.next(Entry(level: hour % 4, text: "request \(day).\(hour)"))
        pause(milliseconds: 2)
      }
    }
    log.close()
    for hour in 0..<5 {
      log.entries.next(Entry(level: 3, text: "late \(hour)"))
      pause(milliseconds: 3)
    }
    counter.dispose()
    print("days", log.sizes.value.count, "errors", errors.value)
  }
}

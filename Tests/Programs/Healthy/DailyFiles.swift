// healthy: the same stop signal again and again, a new chain after each
// says: Midnight ends the day's file, and the next day begins a new one; today's is open when the process is told to leave.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Rotation: Sendable {
  let midnight = PublishSubject<Int>()
  private let lines: Signal<String>
  private let sizes = Shared<[Int]>([])
  private let bag = DisposeBag()

  init(_ lines: Signal<String>) { self.lines = lines }

  func start() {
    midnight
      .startWith(0)
      .subscribe(next: { self.open($0) })
      .disposed(by: bag)
  }

  private func open(_ day: Int) {
    sizes.update { $0.append(0) }
    _ = lines.take(until: midnight)
      .subscribe(next: { line in self.sizes.update { $0[day] += line.utf8.count } })
  }

  var days: Int { sizes.value.count }
}

enum DailyFiles: LeakProgram {
  static func run() {
    let lines = PublishSubject<String>()
    let rotation = Rotation(lines)
    rotation.start()
    for day in 1...18 {
      for line in 0..<8 { lines.next("day \(day), line \(line)") }
      rotation.midnight.next(day)
      pause(milliseconds: 5)
    }
    for line in 0..<10 {
      lines.next("today \(line)")
      pause(milliseconds: 3)
    }
    print("days", rotation.days)
    exit(0)
  }
}

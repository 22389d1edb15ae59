// healthy: work begun by a disposal; a nested edge below something disposed
// says: A file that is closed writes what is left in its buffer; the write ends by itself a moment later.
// allows: nothing

import Signals
import Synchronization

private final class Disk: Sendable {
  let written = Atomic<Int>(0)
  private let queue = QueueScheduler("disk")

  func write(_ bytes: Int) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(6), on: queue)
      .do { _ in self.written.add(bytes, ordering: .relaxed) }
  }
}

private final class LogFile: Sendable {
  private let buffered = Shared(0)
  private let disk: Disk
  init(_ disk: Disk) { self.disk = disk }

  func follow(_ lines: Signal<String>) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      let following = lines.subscribe(next: { line in
        subscriber.next(
          self.buffered.update {
            $0 += line.utf8.count; return $0
          })
      })
      return Disposable {
        following.dispose()
        _ = self.disk.write(self.buffered.value).subscribe(next: { _ in })
      }
    }
  }
}

enum FlushOnClose: LeakProgram {
  static func run() {
    let disk = Disk()
    let lines = PublishSubject<String>()
    for day in 0..<30 {
      let following = LogFile(disk).follow(lines).subscribe(next: { _ in })
      for line in 0..<5 { lines.next("day \(day), line \(line)") }
      following.dispose()
      pause(milliseconds: 4)
    }
    print("written", disk.written.load(ordering: .relaxed) > 0)
  }
}

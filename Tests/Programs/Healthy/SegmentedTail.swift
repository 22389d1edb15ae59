// healthy: a `create` that keeps the completion of what it subscribes to for itself
// says: The end of a file is where the next one begins; the tail as a whole ends when its reader leaves, or the writer says so.
// allows: nothing

import Signals
import Synchronization

private enum Line: Sendable {
  case text(String)
  case endOfLog
}

/// A log in numbered files, of which each is read to its end.
private final class LogFiles: Sendable {
  let opened = Atomic<Int>(0)
  private let disk = QueueScheduler("disk")

  func lines(of file: Int) -> Signal<Line> {
    Signal<Int>.timer(after: .milliseconds(3), every: .milliseconds(3), on: disk)
      .take(3 + file % 3)
      .map { file == 9 && $0 == 2 ? .endOfLog : .text("\(file):\($0)") }
      .do(onSubscribe: { [weak self] in self?.opened.add(1, ordering: .relaxed) })
  }

  /// The lines of one file after the other, from `first` on.
  func tail(from first: Int) -> Signal<String> {
    Signal<String>.create { [self, disk] subscriber in
      let reading = SerialDisposable()
      @Sendable func read(_ file: Int) {
        guard !reading.isDisposed else { return }
        reading.inner = lines(of: file)
          .subscribe(
            next: { line in
              switch line {
              case .text(let text): subscriber.next(text)
              case .endOfLog: subscriber.completed()
              }
            },
            error: { subscriber.error($0) },
            completed: { disk.schedule { read(file + 1) } })
      }
      read(first)
      return reading
    }
  }
}

private final class Shipper: Sendable {
  let shipped = Atomic<Int>(0)
  let ended = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ files: LogFiles, from first: Int) {
    files.tail(from: first)
      .buffer(for: .milliseconds(14), count: 8, on: QueueScheduler("shipper"))
      .subscribe(
        next: { [weak self] batch in self?.shipped.add(batch.count, ordering: .relaxed) },
        completed: { [weak self] in self?.ended.add(1, ordering: .relaxed) }
      )
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum SegmentedTail: LeakProgram {
  static func run() {
    let files = LogFiles()
    let shippers = [0, 2, 5, 7, 20, 40].map { Shipper(files, from: $0) }
    pause(milliseconds: 190)
    shippers[4].stop()
    pause(milliseconds: 40)
    for shipper in shippers { shipper.stop() }
    pause(milliseconds: 40)
    let ended = shippers.map { $0.ended.load(ordering: .relaxed) }.reduce(0, +)
    print("shipped", shippers.allSatisfy { $0.shipped.load(ordering: .relaxed) > 0 }, "ended", ended)
  }
}

// healthy: batches, back-off, a connection that begins again, drops on overload; values wait at exit
// says: Lines become batches, batches are sent one after the other with a few repetitions; the last lines wait for their batch at exit.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Busy: Error {}

private final class Collector: Sendable {
  let stored = Atomic<Int>(0)
  private let requests = Atomic<Int>(0)
  private let network = QueueScheduler("network")

  func store(_ batch: [String]) -> Signal<Int> {
    Signal<Int>.deferred { [network] in
      let request = self.requests.add(1, ordering: .relaxed).newValue
      return Signal<Int>.timer(after: .milliseconds(3), on: network).map { _ in
        if request % 6 == 0 { throw Busy() }
        self.stored.add(batch.count, ordering: .relaxed)
        return batch.count
      }
    }
  }
}

private final class Tail: Sendable {
  let lines = PublishSubject<String>()
  private let bag = DisposeBag()

  init(_ file: Int, into all: PublishSubject<String>) {
    lines.map { "\(file): \($0)" }.subscribe(next: { all.next($0) }).disposed(by: bag)
  }
}

private final class Shipper: Sendable {
  let lines = PublishSubject<String>()
  let sent = Atomic<Int>(0)
  private let collector = Collector()
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()

  func start() {
    let batches = lines.filter { !$0.hasSuffix("debug") }.collect(count: 25).share()
    batches
      .concatMap { [collector, clock] batch in
        collector.store(batch).retry { errors in
          errors.enumerated().flatMap { attempt, _ in
            Signal<Int>.timer(after: .milliseconds(4 << attempt), on: clock)
          }
        }
      }
      .subscribe(next: { self.sent.add($0, ordering: .relaxed) })
      .disposed(by: bag)
    _ = batches.map(\.count).scan(0, +).subscribe(next: { _ in })
  }
}

enum LogShipper: LeakProgram {
  static func run() {
    let shipper = Shipper()
    shipper.start()
    var tails = (0..<4).map { Tail($0, into: shipper.lines) }
    for round in 0..<120 {
      for tail in tails {
        tail.lines.next(round % 9 == 0 ? "debug" : "line \(round)")
        tail.lines.next("more")
      }
      if round % 25 == 24 { tails[round % 4] = Tail(round, into: shipper.lines) }
      pause(milliseconds: 4)
    }
    print("sent", shipper.sent.load(ordering: .relaxed) > 300)
    exit(0)
  }
}

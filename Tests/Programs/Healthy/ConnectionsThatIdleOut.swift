// healthy: a stop above flatMap; the inner signals end at their own pace, some still open at exit
// says: After the stop each connection is served until its own idle timeout; the process is told to leave before the last.
// allows: suspect

import Glibc
import Signals
import Synchronization

private final class Listener: Sendable {
  let accepted = PublishSubject<Int>()
  let stop = PublishSubject<Void>()
  let served = Atomic<Int>(0)
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()

  func listen(_ packets: Signal<Int>) {
    accepted
      .take(until: stop)
      .flatMap { [clock] connection in
        packets
          .filter { $0 % 10 == connection % 10 }
          .timeout(eachValue: .milliseconds(40), on: clock)
          .ignoreFailure()
      }
      .subscribe(next: { _ in self.served.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ConnectionsThatIdleOut: LeakProgram {
  static func run() {
    let packets = PublishSubject<Int>()
    let listener = Listener()
    listener.listen(packets)
    for connection in 0..<20 {
      listener.accepted.next(connection)
      packets.next(connection % 7)
      pause(milliseconds: 6)
    }
    listener.stop.next(())
    for round in 0..<12 {
      packets.next(3)
      if round < 6 { packets.next(5) }
      pause(milliseconds: 8)
    }
    print("served", listener.served.load(ordering: .relaxed))
    exit(0)
  }
}

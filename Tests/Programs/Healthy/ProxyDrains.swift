// healthy: a stop above bind, inner signals alive after it
// says: A proxy that drains takes no new connection and lets the open ones finish their transfer; all do.
// allows: nothing

import Signals
import Synchronization

private final class Proxy: Sendable {
  let accepted = PublishSubject<Int>()
  let draining = PublishSubject<Void>()
  let bytes = Atomic<Int>(0)
  private let lanes = [QueueScheduler("lane a"), QueueScheduler("lane b")]
  private let bag = DisposeBag()

  func start(whenDone done: @escaping @Sendable () -> Void) {
    accepted.take(until: draining)
      .bind { [lanes] connection, stop in
        stop = connection == 11
        return Signal<Int>.timer(after: .milliseconds(2), every: .milliseconds(4), on: lanes[connection % 2])
          .take(8)
      }
      .subscribe(next: { self.bytes.add($0, ordering: .relaxed) }, completed: done)
      .disposed(by: bag)
  }
}

enum ProxyDrains: LeakProgram {
  static func run() {
    let proxy = Proxy()
    let isDone = Flag()
    proxy.start { isDone.raise() }
    let accepted = Flag()
    QueueScheduler("acceptor").schedule {
      for connection in 0..<9 {
        proxy.accepted.next(connection)
        pause(milliseconds: 3)
      }
      accepted.raise()
    }
    accepted.wait()
    proxy.draining.next(())
    isDone.wait()
    pause(milliseconds: 20)
    print("bytes", proxy.bytes.load(ordering: .relaxed) > 0)
  }
}

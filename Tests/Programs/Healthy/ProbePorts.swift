// healthy: retry that begins again, many times within a millisecond
// says: One port after the other is tried until one is free; the forty-first is, and it is used from then on.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct InUse: Error { let port: Int }

private final class Sockets: Sendable {
  let packets = PublishSubject<Int>()
  private let next = Atomic<Int>(8000)

  func open() -> Signal<Int> {
    Signal<Int>.deferred {
      let port = self.next.add(1, ordering: .relaxed).oldValue
      return port < 8040 ? Signal<Int>.fail(InUse(port: port)) : self.packets
    }
  }
}

private final class Listener: Sendable {
  let received = Atomic<Int>(0)
  private let bag = DisposeBag()

  func listen(_ sockets: Sockets) {
    sockets.open()
      .retry(100)
      .subscribe(next: { _ in self.received.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ProbePorts: LeakProgram {
  static func run() {
    let sockets = Sockets()
    let listener = Listener()
    listener.listen(sockets)
    for packet in 0..<60 {
      sockets.packets.next(packet)
      pause(milliseconds: 3)
    }
    print("received", listener.received.load(ordering: .relaxed))
    exit(0)
  }
}

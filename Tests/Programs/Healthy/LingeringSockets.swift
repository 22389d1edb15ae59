// healthy: teardown that takes time; a disposed subscriber is still being fed
// says: A socket that is left stays open for a few milliseconds, so that the last acknowledgements arrive; then it closes.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private final class Sockets: Sendable {
  let packets = PublishSubject<Int>()
  let open = Atomic<Int>(0)
  private let queue = DispatchQueue(label: "sockets")

  func connect() -> Signal<Int> {
    Signal<Int>.create { subscriber in
      self.open.add(1, ordering: .relaxed)
      let reading = self.packets.subscribe(next: { packet in
        if !subscriber.isOpen { return }
        subscriber.next(packet)
      })
      return Disposable {
        self.queue.asyncAfter(deadline: .now() + .milliseconds(9)) {
          reading.dispose()
          self.open.subtract(1, ordering: .relaxed)
        }
      }
    }
  }
}

enum LingeringSockets: LeakProgram {
  static func run() {
    let sockets = Sockets()
    for call in 0..<40 {
      let bag = CompositeDisposable()
      bag.add(sockets.connect().subscribe(next: { _ in }))
      for packet in 0..<3 { sockets.packets.next(call * 3 + packet) }
      bag.dispose()
      pause(milliseconds: 3)
    }
    print("open", sockets.open.load(ordering: .relaxed))
  }
}

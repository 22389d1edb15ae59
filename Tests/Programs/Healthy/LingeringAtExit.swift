// healthy: teardown that takes time; a disposed subscriber is still being fed at exit
// says: Each line is kept for ten milliseconds after the call, so that late packets are counted; the last two calls have just ended.
// allows: nothing

import Dispatch
import Glibc
import Signals
import Synchronization

private final class Exchange: Sendable {
  let packets = PublishSubject<Int>()
  let counted = Atomic<Int>(0)
  private let queue = DispatchQueue(label: "exchange")

  func call(_ number: Int) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      let line = self.packets.filter { ($0 + number) % 2 == 0 }.subscribe(next: { packet in
        self.counted.add(1, ordering: .relaxed)
        if subscriber.isOpen { subscriber.next(packet) }
      })
      return Disposable { self.queue.asyncAfter(deadline: .now() + .milliseconds(10)) { line.dispose() } }
    }
  }
}

private final class Call: Sendable {
  private let bag = DisposeBag()
  let heard = Atomic<Int>(0)

  init(_ number: Int, on exchange: Exchange) {
    exchange.call(number)
      .subscribe(next: { [weak self] _ in self?.heard.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum LingeringAtExit: LeakProgram {
  static func run() {
    let exchange = Exchange()
    for number in 0..<40 {
      let call = Call(number, on: exchange)
      for packet in 0..<4 {
        exchange.packets.next(packet)
        pause(milliseconds: 1)
      }
      withExtendedLifetime(call) {}
    }
    for packet in 0..<6 { exchange.packets.next(packet) }
    print("counted", exchange.counted.load(ordering: .relaxed))
    exit(0)
  }
}

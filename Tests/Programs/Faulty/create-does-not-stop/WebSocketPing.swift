// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: closing the socket disposes its messages, not the ping that it begins beside them

import Signals

/// Sockets that send what comes in, and what the ping measures.
enum WebSocketPing: LeakProgram {
  static func run() {
    let clock = QueueScheduler("sockets")
    let wire = PublishSubject<Int>()
    let socket = Signal<Int>.create { subscriber in  // LEAK
      let ping = Signal<Int>.interval(.milliseconds(3), on: clock)
        .subscribe(next: { subscriber.next(-$0) })
      let messages = wire.subscribe(next: { subscriber.next($0) })
      return Disposable {
        messages.dispose()
        if mended { ping.dispose() }
      }
    }
    for _ in 0..<3 {
      let open = socket.subscribe(next: { _ in })
      wire.next(1)
      pause(milliseconds: 10)
      open.dispose()
    }
    pause(milliseconds: 80)
  }
}

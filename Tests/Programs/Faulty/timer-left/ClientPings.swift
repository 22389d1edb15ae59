// fault: timer-left
// verdict: suspect
// proof: run
// says: a client that disconnects disposes its messages, and its ping runs on

import Signals

/// Clients that are pinged while they are connected.
enum ClientPings: LeakProgram {
  static func run() {
    let clock = QueueScheduler("pings")
    let messages = PublishSubject<Int>()
    for client in 0..<8 {
      let bag = CompositeDisposable()
      bag.add(messages.filter { $0 == client }.subscribe(next: { _ in }))
      let ping = Signal<Int>.interval(.milliseconds(5), on: clock).subscribe(next: { _ in })  // LEAK
      if mended { bag.add(ping) }
      messages.next(client)
      pause(milliseconds: 8)
      bag.dispose()
    }
    pause(milliseconds: 60)
  }
}

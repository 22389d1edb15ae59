// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the logout completes the socket, which an operator of the house takes for a lost line and opens again

import Signals

extension Signal {
  /// Opens the source again whenever it ends, after a rest.
  fileprivate func keptAlive(rest: Duration, on clock: QueueScheduler) -> Signal<Value> {
    concat(Signal<Int>.timer(after: rest, on: clock).flatMap { _ in Signal<Value>.empty() })
      .repeat()  // LEAK
  }
}

/// A client of a market data server, logged in and out three times a day.
private final class Client {
  private let packets: PublishSubject<Int>
  private let clock: QueueScheduler
  private var logout = PublishSubject<Void>()

  init(_ packets: PublishSubject<Int>, _ clock: QueueScheduler) {
    self.packets = packets
    self.clock = clock
  }

  func logIn(as user: Int) {
    logout = PublishSubject()
    let socket = packets.map { $0 + user }
    let kept: Signal<Int>
    if mended {
      kept = socket.keptAlive(rest: .milliseconds(3), on: clock).take(until: logout)
    } else {
      kept = socket.take(until: logout)  // LEAK
        .keptAlive(rest: .milliseconds(3), on: clock)
    }
    _ = kept.subscribe(next: { _ in })
  }

  func logOut() { logout.next(()) }
}

enum KeptAliveSocket: LeakProgram {
  static func run() {
    let packets = PublishSubject<Int>()
    let client = Client(packets, QueueScheduler("market"))
    for user in 0..<3 {
      client.logIn(as: user)
      for packet in 0..<6 {
        packets.next(packet)
        pause(milliseconds: 2)
      }
      client.logOut()
      pause(milliseconds: 6)
    }
    for packet in 0..<40 {
      packets.next(packet)
      pause(milliseconds: 2)
    }
  }
}

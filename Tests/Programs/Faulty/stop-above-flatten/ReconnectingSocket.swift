// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the logout ends the socket as a hang-up does, so `retry` connects again after the logout

import Signals

private struct HangUp: Error {}

/// A socket that connects again when the other side hangs up.
enum ReconnectingSocket: LeakProgram {
  static func run() {
    let wire = PublishSubject<String>()
    let hangUp = PublishSubject<Void>()
    let logout = PublishSubject<Void>()
    let connections = Shared(0)

    let socket = Signal<String>.deferred {
      connections.update { $0 += 1 }
      return wire.take(until: hangUp.merge(logout)).concat(.fail(HangUp()))
    }
    let mine = mended ? socket.retry().take(until: logout) : socket.retry()  // LEAK
    _ = mine.subscribe(next: { _ in })

    for day in 0..<3 {
      for line in 0..<4 { wire.next("\(day):\(line)") }
      hangUp.next(())
    }
    logout.next(())
    for line in 0..<30 { wire.next("late \(line)") }
    pause(milliseconds: 20)
    print("connections \(connections.value)")
  }
}

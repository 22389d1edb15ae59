// healthy: each match publishes and connects anew, and its handle is in no bag
// says: The broadcast disconnects as it goes out of memory, and its closures do not keep it.
// allows: nothing

import Signals

private final class Broadcast: Sendable {
  let signal: Signal<Int>
  private let connection: Disposable

  init(_ ball: Signal<Int>, match: Int) {
    let published = ball.map { $0 ^ match }.publish()
    signal = published.signal
    connection = published.connect()
  }

  deinit { connection.dispose() }
}

enum BroadcastPerMatch: LeakProgram {
  static func run() {
    let ball = PublishSubject<Int>()
    let referee = ball.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for match in 0..<15 {
      let broadcast = Broadcast(ball, match: match)
      let viewers = DisposeBag()
      for viewer in 0..<3 {
        broadcast.signal.filter { $0 % 3 == viewer }.subscribe(next: { _ in }).disposed(by: viewers)
      }
      for kick in 0..<6 { ball.next(kick) }
      pause(milliseconds: 3)
      viewers.dispose()
      withExtendedLifetime(broadcast) {}
    }
    for kick in 0..<15 {
      ball.next(kick)
      pause(milliseconds: 2)
    }
    referee.dispose()
  }
}

// healthy: several sessions alive at the end, nothing is put away, and the program leaves within a delivery
// says: Sessions that were left have ended; four are held by the server when somebody types "quit".
// allows: nothing

import Glibc
import Signals

private final class LineServer: Sendable {
  private let sessions = Shared<[Int: CompositeDisposable]>([:])

  func enter(_ user: Int, _ lines: Signal<Int>, _ clock: QueueScheduler) {
    let session = CompositeDisposable()
    session.add(lines.filter { $0 % 4 == user % 4 }.subscribe(next: { _ in }))
    session.add(Signal<Int>.interval(.milliseconds(6), on: clock).subscribe(next: { _ in }))
    sessions.update { $0[user] = session }
  }

  func leave(_ user: Int) { sessions.update { $0.removeValue(forKey: user) }?.dispose() }

  func halt() { exit(0) }
}

enum QuitFromWithin: LeakProgram {
  static func run() {
    let clock = QueueScheduler("server")
    let lines = PublishSubject<Int>()
    let server = LineServer()
    let console = lines.filter { $0 == 999 }.subscribe(next: { _ in server.halt() })
    for user in 0..<14 {
      server.enter(user, lines, clock)
      for line in 0..<5 { lines.next(line) }
      pause(milliseconds: 4)
      if user > 3 { server.leave(user - 4) }
    }
    withExtendedLifetime(console) { lines.next(999) }
  }
}

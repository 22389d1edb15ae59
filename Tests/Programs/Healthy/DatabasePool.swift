// healthy: grows at first, none ends
// says: Connections are made as they are needed, up to six, and used again and again.
// allows: nothing

import Glibc
import Signals

private final class Pool: Sendable {
  private let server: Signal<Int>
  private let idle = Shared<[Int]>([])
  private let all = Shared<[Subscription]>([])
  init(_ server: Signal<Int>) { self.server = server }

  func borrow() -> Int {
    if let free = idle.update({ $0.popLast() }) { return free }
    let number = all.value.count
    let connection = server.filter { $0 == number }.subscribe(next: { _ in })
    all.update { $0.append(connection) }
    return number
  }
  func giveBack(_ number: Int) { idle.update { $0.append(number) } }
}

enum DatabasePool: LeakProgram {
  static func run() {
    let server = PublishSubject<Int>()
    let pool = Pool(server)
    for load in [1, 2, 2, 4, 3, 6, 5, 2, 6, 4, 1, 3, 6, 2] {
      let borrowed = (0..<load).map { _ in pool.borrow() }
      for number in borrowed { server.next(number) }
      pause(milliseconds: 6)
      for number in borrowed { pool.giveBack(number) }
    }
    withExtendedLifetime(pool) { exit(0) }
  }
}

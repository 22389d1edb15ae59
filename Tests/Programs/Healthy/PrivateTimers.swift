// healthy: the same cold signal subscribed many times at once
// says: Each game has a clock of its own that starts at nought with the game; a shared one would be wrong.
// allows: nothing

import Signals
import Synchronization

private final class Game: Sendable {
  let seconds = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ clock: Signal<Int>) {
    clock.subscribe(next: { [weak self] in self?.seconds.store($0, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum PrivateTimers: LeakProgram {
  static func run() {
    let clock = Signal<Int>.interval(.milliseconds(15), on: QueueScheduler("clock"))
    var games: [Game] = []
    for _ in 0..<30 {
      games.append(Game(clock))
      if games.count > 12 { games.removeFirst() }
      pause(milliseconds: 7)
    }
    print("longest", (games.map { $0.seconds.load(ordering: .relaxed) }.max() ?? 0) > 0)
  }
}

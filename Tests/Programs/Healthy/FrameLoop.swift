// healthy: repeat that begins again, fast and without end
// says: A frame is drawn, then the next one begins; that is the loop of a game, and it runs until the player quits.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Game: Sendable {
  let frames = Atomic<Int>(0)
  let keys = PublishSubject<Character>()
  private let speed = Shared(1)
  private let clock = QueueScheduler("frames")
  private let bag = DisposeBag()

  func run() {
    keys.filter { $0 == "+" }.subscribe(next: { _ in self.speed.update { $0 += 1 } }).disposed(by: bag)
    Signal<Int>.timer(after: .milliseconds(4), on: clock)
      .map { _ in self.speed.value }
      .repeat()
      .subscribe(next: { _ in self.frames.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum FrameLoop: LeakProgram {
  static func run() {
    let game = Game()
    game.run()
    for key in "++-+--++-++-" {
      game.keys.next(key)
      pause(milliseconds: 25)
    }
    print("frames", game.frames.load(ordering: .relaxed) > 10)
    exit(0)
  }
}

// healthy: take(n) above flatMap, inner signals alive
// says: The first four controllers that are switched on play, for as long as they like; a fifth is not looked at.
// allows: suspect

import Glibc
import Signals
import Synchronization

private final class Controller: Sendable {
  let buttons = PublishSubject<Character>()
}

private final class Game: Sendable {
  let switchedOn = PublishSubject<Controller>()
  let presses = Atomic<Int>(0)
  private let bag = DisposeBag()

  func start() {
    switchedOn
      .take(4)
      .flatMap { $0.buttons }
      .subscribe(next: { _ in self.presses.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum FourControllers: LeakProgram {
  static func run() {
    let game = Game()
    game.start()
    let controllers = (0..<5).map { _ in Controller() }
    for controller in controllers {
      game.switchedOn.next(controller)
      pause(milliseconds: 5)
    }
    for round in 0..<60 {
      controllers[round % 5].buttons.next("a")
      pause(milliseconds: 3)
    }
    print("presses", game.presses.load(ordering: .relaxed))
    exit(0)
  }
}

// healthy: take(until:) above concat, its signal fired, the next of concat was begun by it and runs on
// says: Skipping the intro is meant to begin the film, which still plays when the program ends; the player's bag holds it.
// allows: suspect

import Signals

private let player = DisposeBag()
private let projector = QueueScheduler("projector")

enum SkipIntroThenFilm: LeakProgram {
  static func run() {
    let skipped = PublishSubject<Void>()
    let intro = Signal<Int>.interval(.milliseconds(3), on: projector)
    let film = Signal<Int>.interval(.milliseconds(2), on: projector)
    intro.take(until: skipped).concat(film).subscribe(next: { _ in }).disposed(by: player)
    pause(milliseconds: 20)
    skipped.next(())
    pause(milliseconds: 120)
  }
}

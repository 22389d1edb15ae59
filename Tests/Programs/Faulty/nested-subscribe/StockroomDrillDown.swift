// fault: nested-subscribe
// verdict: likely
// proof: run
// says: each shelf that is chosen is subscribed to within `next`; neither the next choice nor the end of the screen ends that

import Signals

private final class Shelf: Sendable {
  let levels = BehaviorSubject(0)
}

private final class Stockroom: Sendable {
  let shelves = (0..<9).map { _ in Shelf() }

  func count(_ round: Int) {
    for (number, shelf) in shelves.enumerated() { shelf.levels.next(number * 10 + round) }
  }
}

/// A screen with a list of shelves, and the level of the one that is chosen.
private final class DrillDown: Sendable {
  let chosen = PublishSubject<Int>()
  let level = MutableProperty(0)
  let title = MutableProperty("")
  private let bag = DisposeBag()

  init(_ room: Stockroom) {
    chosen
      .map { "Shelf \($0 + 1)" }
      .bind(to: title)
      .disposed(by: bag)
    if mended {
      chosen
        .flatMapLatest { room.shelves[$0].levels.distinctUntilChanged() }
        .subscribe(next: { [level] in level.set($0) })
        .disposed(by: bag)
    } else {
      chosen
        .subscribe(next: { [level] number in  // LEAK
          _ = room.shelves[number].levels
            .distinctUntilChanged()
            .subscribe(next: { level.set($0) })  // LEAK
        })
        .disposed(by: bag)
    }
  }

  func close() { bag.dispose() }
}

enum StockroomDrillDown: LeakProgram {
  static func run() {
    let room = Stockroom()
    let screen = DrillDown(room)
    for round in 0..<18 {
      screen.chosen.next(round * 4 % 9)
      room.count(round)
      pause(milliseconds: 10)
    }
    print(screen.title.value, screen.level.value > 0)
    screen.close()
    for round in 18..<28 {
      room.count(round)
      pause(milliseconds: 8)
    }
  }
}

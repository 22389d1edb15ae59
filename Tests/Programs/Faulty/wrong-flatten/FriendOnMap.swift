// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: each friend that is chosen is followed beside those who were chosen before: flatMapLatest was meant

import Signals

private final class Map: Sendable {
  let chosen = BehaviorSubject(0)
  private let positions: [PublishSubject<Int>] = (0..<5).map { _ in PublishSubject<Int>() }
  private let drawn = Shared(0)
  private let bag = DisposeBag()

  func show() {
    let position = { @Sendable [positions] (friend: Int) in positions[friend % 5].map { $0 + friend } }
    let shown = mended ? chosen.flatMapLatest(position) : chosen.flatMap(position)  // LEAK
    shown.deliver(on: QueueScheduler("drawing"))
      .subscribe(next: { [drawn] _ in drawn.update { $0 += 1 } })
      .disposed(by: bag)
  }

  func move(_ step: Int) { for position in positions { position.next(step) } }
}

/// A map that follows the friend who was touched last.
enum FriendOnMap: LeakProgram {
  static func run() {
    let map = Map()
    map.show()
    for touch in 1..<25 {
      map.move(touch)
      pause(milliseconds: 4)
      map.chosen.next(touch)
    }
    map.move(99)
    pause(milliseconds: 20)
  }
}

// healthy: take(for:) above flatMap; some inner signals run when it fires
// says: A wave spawns for thirty milliseconds, and each figure walks its path to the end, which comes after that.
// allows: nothing

import Signals
import Synchronization

private final class Arena: Sendable {
  let frames = PublishSubject<Int>()
  let steps = Atomic<Int>(0)
  private let clock = QueueScheduler("waves")
  private let bag = DisposeBag()

  func wave() {
    Signal<Int>.interval(.milliseconds(5), on: clock)
      .take(for: .milliseconds(30), on: clock)
      .flatMap { [frames] figure in frames.map { $0 + figure }.take(14).endWith(figure) }
      .subscribe(next: { _ in self.steps.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ArenaAnimations: LeakProgram {
  static func run() {
    let arena = Arena()
    let hud = arena.frames.scan(0, +).throttle(for: .milliseconds(6), on: QueueScheduler("hud"))
      .subscribe(next: { _ in })
    let isOver = Flag()
    let frame = Shared(0)
    let drawing = QueueScheduler("frames").scheduleRecursive { again in
      let number = frame.update { number in
        number += 1
        return number
      }
      if number % 30 == 1 { arena.wave() }
      arena.frames.next(number)
      pause(milliseconds: 2)
      if number == 110 { isOver.raise() } else { again() }
    }
    isOver.wait()
    drawing.dispose()
    hud.dispose()
    print("steps", arena.steps.load(ordering: .relaxed) > 0)
  }
}

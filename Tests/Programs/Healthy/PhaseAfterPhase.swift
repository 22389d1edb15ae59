// healthy: work begun after the stop
// says: The splash screen is shown until the data is there, and then the list begins: that is what concat is for.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Display: Sendable {
  let loaded = PublishSubject<Void>()
  let rows = PublishSubject<Int>()
  let shown = Atomic<Int>(0)
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()

  func start() {
    let splash = Signal<Int>.interval(.milliseconds(5), on: clock).map { -$0 }.take(until: loaded)
    splash
      .concat(rows)
      .subscribe(next: { _ in self.shown.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum PhaseAfterPhase: LeakProgram {
  static func run() {
    let displays = (0..<5).map { _ in Display() }
    for display in displays { display.start() }
    pause(milliseconds: 30)
    for display in displays { display.loaded.next(()) }
    for row in 0..<40 {
      for display in displays { display.rows.next(row) }
      pause(milliseconds: 3)
    }
    print("shown", displays.map { $0.shown.load(ordering: .relaxed) > 40 })
    exit(0)
  }
}

// healthy: a gatherer that waits for one silent input
// says: The settings come last, as they are read from disk; from then on every size is shown.
// allows: nothing

import Signals
import Synchronization

private final class Layout: Sendable {
  let sizes = PublishSubject<Int>()
  let settings = PublishSubject<Int>()
  let drawn = Atomic<Int>(0)
  private let bag = DisposeBag()

  func start() {
    combineLatest(sizes, settings)
      .map { size, scale in size * scale }
      .subscribe(next: { _ in self.drawn.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum LateFirstSetting: LeakProgram {
  static func run() {
    let layout = Layout()
    layout.start()
    for size in 0..<400 {
      layout.sizes.next(size)
      if size == 250 { layout.settings.next(2) }
      if size % 10 == 0 { pause(milliseconds: 4) }
    }
    print("drawn", layout.drawn.load(ordering: .relaxed))
  }
}

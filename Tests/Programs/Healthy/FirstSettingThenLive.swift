// healthy: a source of a gatherer that ended, the gatherer goes on
// says: The settings are read once; what is combined with them goes on with every new size, as it should.
// allows: nothing

import Signals
import Synchronization

private final class Pane: Sendable {
  let painted = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(sizes: Signal<Int>, scale: Signal<Int>) {
    combineLatest(sizes, scale.take(1))
      .map { size, scale in size * scale }
      .subscribe(next: { [weak self] _ in self?.painted.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum FirstSettingThenLive: LeakProgram {
  static func run() {
    let sizes = PublishSubject<Int>()
    let scale = BehaviorSubject(2)
    let panes = (0..<5).map { _ in Pane(sizes: sizes, scale: scale) }
    for size in 0..<80 {
      sizes.next(size)
      if size == 40 { scale.next(3) }
      pause(milliseconds: 2)
    }
    print("painted", panes.map { $0.painted.load(ordering: .relaxed) })
  }
}

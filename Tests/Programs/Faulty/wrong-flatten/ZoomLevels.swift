// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: each zoom begins to follow the tiles, and none before it is left: flatMapLatest was meant

import Signals

/// A map that shows the tiles of the zoom that is chosen.
enum ZoomLevels: LeakProgram {
  static func run() {
    let zoom = BehaviorSubject(1)
    let tiles = PublishSubject<Int>()
    let visible: Signal<Int>
    if mended {
      visible = zoom.flatMapLatest { zoom in tiles.map { $0 * zoom } }
    } else {
      visible =
        zoom
        .flatMap { zoom in tiles.map { $0 * zoom } }  // LEAK
    }
    let map = DisposeBag()
    visible.subscribe(next: { _ in }).disposed(by: map)
    for level in 2...14 {
      tiles.next(level)
      zoom.next(level)
      tiles.next(level + 1)
    }
    withExtendedLifetime(map) {}
  }
}

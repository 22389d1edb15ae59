// healthy: a shared handle that is disposed while its subscription lives on
// says: A tile that is evicted stays for as long as a viewer has a share of it; the last share ends it.
// allows: nothing

import Signals

private final class Tile: Sendable {
  let shared: RefCountDisposable
  let refreshes = Shared(0)

  init(_ number: Int, _ clock: QueueScheduler) {
    let refreshes = refreshes
    shared = RefCountDisposable(
      Signal<Int>.interval(.milliseconds(3 + number % 3), on: clock)
        .subscribe(next: { _ in refreshes.update { $0 += 1 } }))
  }
}

enum SharedTiles: LeakProgram {
  static func run() {
    let clock = QueueScheduler("tiles")
    var viewers: [Disposable] = []
    for number in 0..<14 {
      let tile = Tile(number, clock)
      viewers.append(tile.shared.retain())
      if number % 3 == 0 { viewers.append(tile.shared.retain()) }
      tile.shared.dispose()
      pause(milliseconds: 7)
      if viewers.count > 4 {
        let leaving = viewers.removeFirst()
        onAnotherThread { ScheduledDisposable(leaving, on: clock).dispose() }
      }
    }
    for viewer in viewers {
      viewer.dispose()
      pause(milliseconds: 4)
    }
    pause(milliseconds: 20)
  }
}

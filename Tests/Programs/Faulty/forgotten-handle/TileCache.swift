// fault: forgotten-handle
// verdict: likely
// proof: run
// says: a tile is shared by those that show it; who scrolls fast goes without giving his share back

import Signals

/// A map of tiles, each refreshed while somebody shows it.
private final class Tile: Sendable {
  let shared: RefCountDisposable
  let refreshes = Shared(0)

  init(_ number: Int, _ clock: QueueScheduler) {
    let refreshes = refreshes
    shared = RefCountDisposable(
      Signal<Int>.interval(.milliseconds(4 + number % 3), on: clock)
        .subscribe(next: { _ in refreshes.update { $0 += 1 } }))  // LEAK
  }
}

private final class Map: Sendable {
  private let tiles = Shared<[Int: Tile]>([:])
  private let clock = QueueScheduler("tiles")

  func show(_ number: Int) -> Disposable {
    let clock = clock
    let tile = tiles.update { tiles in
      let tile = tiles[number] ?? Tile(number, clock)
      tiles[number] = tile
      return tile
    }
    return tile.shared.retain()
  }

  func evict(_ number: Int) { tiles.update { $0.removeValue(forKey: number) }?.shared.dispose() }
}

enum TileCache: LeakProgram {
  static func run() {
    let map = Map()
    let zoom = PublishSubject<Double>()
    let scale = zoom.throttle(for: .milliseconds(5), on: QueueScheduler("zoom")).subscribe(next: { _ in })
    for number in 0..<12 {
      let share = map.show(number)
      onAnotherThread { zoom.next(Double(number)) }
      pause(milliseconds: 8)
      let isFast = number % 4 == 1
      if mended || !isFast { share.dispose() }
      map.evict(number)
    }
    pause(milliseconds: 90)
    scale.dispose()
  }
}

// fault: recursion
// verdict: suspect
// proof: run
// says: each sample is followed by the gauge itself, one level deeper: the chain of concat grows with every sample

import Signals
import Synchronization

private struct Level: Sendable {
  let station: String
  let centimetres: Int
}

/// The float in the shaft, read over a slow wire.
private final class Wire: Sendable {
  private let queue = QueueScheduler("tide wire")
  private let turns = Shared(0)

  func read(_ station: String) -> Signal<Level> {
    Signal<Level>.create { [queue, turns] subscriber in
      queue.schedule(after: .milliseconds(4)) {
        let turn = turns.update { count in
          count += 1
          return count
        }
        subscriber.next(Level(station: station, centimetres: 180 + turn % 60))
        subscriber.completed()
      }
    }
  }
}

/// A station at the shore: sample after sample as long as somebody listens.
private final class Station: Sendable {
  private let name: String
  private let wire: Wire

  init(_ name: String, on wire: Wire) {
    self.name = name
    self.wire = wire
  }

  func levels() -> Signal<Level> {
    if mended { return wire.read(name).repeat() }
    return wire.read(name)
      .concat(Signal<Level>.deferred { self.levels() })  // LEAK
  }
}

/// Warns of a high tide.
private final class HarbourMaster: Sendable {
  let samples = Atomic<Int>(0)
  let warnings = Atomic<Int>(0)
  private let bag = DisposeBag()

  func watch(_ station: Station) {
    station.levels()
      .do(onNext: { _ in self.samples.add(1, ordering: .relaxed) })
      .combinePrevious()
      .filter { before, now in before.centimetres <= 230 && now.centimetres > 230 }
      .subscribe(next: { _ in self.warnings.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }

  func goHome() { bag.dispose() }
}

enum TideGauge: LeakProgram {
  static func run() {
    let master = HarbourMaster()
    let stations = [Station("pier", on: Wire()), Station("lock", on: Wire())]
    stations.forEach { master.watch($0) }
    pause(milliseconds: 650)
    master.goHome()
    pause(milliseconds: 20)
    print("samples", master.samples.load(ordering: .relaxed))
    print("warnings", master.warnings.load(ordering: .relaxed))
  }
}

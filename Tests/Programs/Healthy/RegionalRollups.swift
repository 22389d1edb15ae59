// healthy: groups that stay open from their first value to the end
// says: There are six regions and no more, each with a roll-up that goes on; they end as the measurements do.
// allows: nothing

import Signals
import Synchronization

private struct Measurement: Sendable {
  let region: String
  let latency: Int
}

private struct Rollup: Sendable {
  let region: String
  let count: Int
  let worst: Int
}

private final class Rollups: Sendable {
  let measurements = PublishSubject<Measurement>()
  let latest = Shared<[String: Rollup]>([:])
  let alerts = Atomic<Int>(0)
  private let clock = QueueScheduler("roll-ups")
  private let bag = DisposeBag()

  func start(whenDone done: @escaping @Sendable () -> Void) {
    let regions = measurements.groupBy { $0.region }.share()
    regions
      .flatMap { [clock] region in
        region
          .map(\.latency)
          .buffer(for: .milliseconds(16), count: 32, on: clock)
          .map { Rollup(region: region.key, count: $0.count, worst: $0.max() ?? 0) }
      }
      .scan(into: [String: Rollup]()) { all, rollup in all[rollup.region] = rollup }
      .subscribe(next: { [latest] all in latest.update { $0 = all } }, completed: done)
      .disposed(by: bag)
    regions
      .flatMap { region in
        region.map { $0.latency > 90 }
          .distinctUntilChanged()
          .filter { $0 }
          .throttle(for: .milliseconds(20), latest: false, on: QueueScheduler("alerts"))
      }
      .subscribe(next: { [weak self] _ in self?.alerts.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum RegionalRollups: LeakProgram {
  static func run() {
    let rollups = Rollups()
    let isDone = Flag()
    rollups.start { isDone.raise() }
    let regions = ["iad", "fra", "sin", "gru", "syd", "jnb"]
    for step in 0..<300 {
      let region = regions[(step * step + step / 7) % (step < 60 ? 3 : 6)]
      rollups.measurements.next(Measurement(region: region, latency: step * 37 % 100))
      if step % 5 == 4 { pause(milliseconds: 6) }
    }
    rollups.measurements.completed()
    isDone.wait()
    pause(milliseconds: 20)
    print("regions", rollups.latest.value.count, "alerts", rollups.alerts.load(ordering: .relaxed) > 0)
  }
}

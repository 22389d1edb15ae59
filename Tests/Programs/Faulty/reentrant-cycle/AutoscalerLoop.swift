// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: three replicas are too few and four too many, so that each change of their number causes the next one

import Signals

/// Keeps the load of each replica between two bounds.
private final class Autoscaler: Sendable {
  let demand = BehaviorSubject(90.0)
  let replicas = BehaviorSubject(2)
  let changes = Shared(0)
  private let load = PublishSubject<Double>()
  private let bag = DisposeBag()
  private let quota = 1500

  func start() {
    let lowest = mended ? 35.0 : 50.0
    combineLatest(demand, replicas).map { $0 / Double($1) }
      .subscribe(next: { [load] in load.next($0) })  // LEAK
      .disposed(by: bag)
    load
      .subscribe(next: { [replicas, changes, quota] load in
        let step = load > 60 ? 1 : load < lowest ? -1 : 0
        guard step != 0, changes.value < quota else { return }
        changes.update { $0 += 1 }
        replicas.next(replicas.value + step)  // LEAK
      })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum AutoscalerLoop: LeakProgram {
  static func run() {
    let scaler = Autoscaler()
    scaler.start()
    for demand in [110.0, 100, 195, 190] {
      scaler.demand.next(demand)
      pause(milliseconds: 20)
    }
    print("replicas", scaler.replicas.value, "changes", scaler.changes.value)
    scaler.stop()
  }
}

// healthy: work begins after the stop signal has fired
// says: A leader that resigns hands over what it has begun, in three steps, and is done; that is what the stop is to start.
// allows: nothing

import Signals
import Synchronization

private enum Duty: Sendable, Equatable {
  case renewed(Int)
  case handedOver(String)
}

private final class Cluster: Sendable {
  let clock = QueueScheduler("cluster")
  let leader = BehaviorSubject<String?>(nil)

  func release(_ name: String) { leader.next(nil) }
}

private final class Leadership: Sendable {
  let resigning = PublishSubject<Void>()
  let done = Flag()
  private let name: String
  private let cluster: Cluster
  private let bag = DisposeBag()
  private let seen = Shared<[Duty]>([])

  init(_ name: String, in cluster: Cluster) {
    self.name = name
    self.cluster = cluster
  }

  var handedOver: Int { seen.value.filter { if case .handedOver = $0 { true } else { false } }.count }

  private var renewals: Signal<Duty> {
    Signal<Int>.interval(.milliseconds(6), on: cluster.clock).map(Duty.renewed)
  }

  private func handOver() -> Signal<Duty> {
    Signal.from(["queue", "schedule", "locks"])
      .concatMap { [cluster] part in
        Signal<Int>.timer(after: .milliseconds(8), on: cluster.clock).mapReplace(Duty.handedOver(part))
      }
      .do(onCompleted: { [cluster, name] in cluster.release(name) })
  }

  func begin() {
    cluster.leader.next(name)
    renewals
      .take(until: resigning)
      .concat(Signal<Duty>.deferred { [weak self] in self?.handOver() ?? .empty() })
      .subscribe(
        next: { [seen] duty in seen.update { $0.append(duty) } },
        completed: { [done] in done.raise() }
      )
      .disposed(by: bag)
    cluster.leader
      .skip(1)
      .filter { $0 == nil }
      .take(1)
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }
}

enum ResignAndHandOver: LeakProgram {
  static func run() {
    let cluster = Cluster()
    var parts = 0
    for term in 0..<6 {
      let leadership = Leadership("node\(term % 3)", in: cluster)
      leadership.begin()
      pause(milliseconds: 25)
      onAnotherThread { leadership.resigning.next(()) }
      leadership.done.wait()
      parts += leadership.handedOver
    }
    pause(milliseconds: 20)
    print("handed over", parts)
  }
}

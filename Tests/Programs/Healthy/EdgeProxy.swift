// healthy: nothing of it was ever disposed as the process ends
// says: A proxy is set up once and serves until its process is stopped; all that is alive then was to be, and does not grow.
// allows: nothing

import Signals
import Synchronization

private struct Upstream: Sendable, Hashable {
  let host: String
}

private final class HealthChecks: Sendable {
  let healthy = MutableProperty<Set<Upstream>>([])
  private let clock = QueueScheduler("health")
  private let bag = DisposeBag()

  init(_ upstreams: [Upstream]) {
    for (index, upstream) in upstreams.enumerated() {
      Signal<Int>.timer(after: .milliseconds(1 + index), every: .milliseconds(15), on: clock)
        .flatMapLatest { [clock] round in
          Signal<Int>.timer(after: .milliseconds(3), on: clock).map { _ in (round + index) % 7 != 6 }
        }
        .distinctUntilChanged()
        .subscribe(next: { [healthy] isHealthy in
          healthy.modify { set in
            if isHealthy { set.insert(upstream) } else { set.remove(upstream) }
          }
        })
        .disposed(by: bag)
    }
  }
}

private final class Proxy: Sendable {
  let served = BehaviorRelay(0)
  private let requests = PublishSubject<Int>()
  private let checks: HealthChecks
  private let rotation: Property<[Upstream]>
  private let network = QueueScheduler("network")
  private let bag = DisposeBag()

  init(_ upstreams: [Upstream]) {
    checks = HealthChecks(upstreams)
    rotation = Property(
      [],
      then: checks.healthy.signal
        .debounce(for: .milliseconds(5), on: QueueScheduler("rotation"))
        .map { $0.sorted { $0.host < $1.host } })
    let answers =
      requests
      .flatMap { [rotation, network] number in
        let upstreams = rotation.value
        guard !upstreams.isEmpty else { return .just("503") }
        let host = upstreams[number % upstreams.count].host
        return Signal<Int>.timer(after: .milliseconds(4), on: network).mapReplace("200 \(host)")
      }
      .share()
    answers
      .filter { $0.hasPrefix("200") }
      .scan(0) { count, _ in count + 1 }
      .bind(to: served)
      .disposed(by: bag)
    answers
      .buffer(for: .milliseconds(25), count: 20, on: QueueScheduler("log"))
      .subscribe(next: { _ in })
      .disposed(by: bag)
    Signal<Int>.interval(.milliseconds(30), on: QueueScheduler("metrics"))
      .withLatestFrom(served)
      .distinctUntilChanged()
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  func accept(_ number: Int) { requests.next(number) }
}

/// Serves as long as the process runs.
private let proxy = Proxy((0..<8).map { Upstream(host: "app\($0).internal") })

enum EdgeProxy: LeakProgram {
  static func run() {
    proxy.accept(0)
    pause(milliseconds: 30)
    for number in 1...40 {
      onAnotherThread { proxy.accept(number) }
      pause(milliseconds: 7)
    }
    pause(milliseconds: 20)
    print("served", proxy.served.value > 0)
  }
}

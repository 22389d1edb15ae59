// fault: stop-leaves-the-job
// verdict: likely
// proof: run
// says: to stop only turns a mark off; the job that listens to the network goes on, and each start adds one more
// source: jordond/connectivity #104
// fix: the job is kept, and cancelled when the monitoring stops

import Signals

private enum Link: Sendable, Equatable {
  case wifi, mobile, offline
}

/// The network of the phone.
private final class Network: Sendable {
  let changes = PublishSubject<Link>()

  func travel() {
    for link in [Link.mobile, .offline, .wifi] {
      changes.next(link)
      pause(milliseconds: 5)
    }
  }
}

/// Tells an application whether it is connected, from start to stop.
private final class Connectivity: Sendable {
  let status = BehaviorRelay(Link.offline)
  let isMonitoring = BehaviorRelay(false)
  let updates = Shared(0)
  private let network: Network
  private let job = SerialDisposable()

  init(_ network: Network) { self.network = network }

  func start() {
    isMonitoring.accept(true)
    let monitoring = network.changes.subscribe(next: { [status, updates] link in  // LEAK
      updates.update { $0 += 1 }
      status.accept(link)
    })
    if mended { job.inner = monitoring }
  }

  func stop() {
    isMonitoring.accept(false)
    job.inner = nil
  }
}

enum ConnectivityMonitor: LeakProgram {
  static func run() {
    let network = Network()
    let connectivity = Connectivity(network)
    let bag = DisposeBag()
    let banner = Shared("")
    connectivity.status.distinctUntilChanged()
      .subscribe(next: { link in banner.update { $0 = link == .offline ? "no connection" : "" } })
      .disposed(by: bag)
    connectivity.isMonitoring.distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
    for _ in 0..<5 {
      connectivity.start()
      network.travel()
      connectivity.stop()
      network.travel()
      pause(milliseconds: 5)
    }
    print("updates", connectivity.updates.value, "banner", banner.value)
    bag.dispose()
    withExtendedLifetime(network) {}
  }
}

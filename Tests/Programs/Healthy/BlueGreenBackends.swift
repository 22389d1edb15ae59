// healthy: a handle that is overwritten by the next, undisposed, while what it stands for goes on
// says: The old backend drains for a moment after the new one has taken over, and is then disposed.
// allows: nothing

import Signals

private struct Response: Sendable {
  let version: Int
  let request: Int
}

/// A version of the program behind the router: answers what comes until it is shut down.
private final class Backend: Sendable {
  let version: Int
  private let clock: QueueScheduler

  init(_ version: Int, clock: QueueScheduler) {
    self.version = version
    self.clock = clock
  }

  func responses() -> Signal<Response> {
    Signal<Int>.interval(.milliseconds(5), on: clock).map { [version] in
      Response(version: version, request: $0)
    }
  }
}

/// Sends traffic to the newest backend, and lets the one before finish.
private final class Router: Sendable {
  let answered = Shared(0)
  let retired = Shared(0)
  private let active = SerialDisposable()
  private let reaper = QueueScheduler("reaper")

  func route(to backend: Backend) {
    let traffic = backend.responses()
      .subscribe(next: { [weak self] _ in self?.answered.update { $0 += 1 } })
    if let old = active.swap(traffic) { retire(old) }
  }

  private func retire(_ old: Disposable) {
    reaper.schedule(after: .milliseconds(22)) { [retired] in
      old.dispose()
      retired.update { $0 += 1 }
    }
  }

  func stop() { active.dispose() }
}

/// Rolls out what has been built.
private final class Deployer: Sendable {
  private let router: Router
  private let clock = QueueScheduler("backends")
  private let builds = PublishSubject<Int>()
  private let bag = DisposeBag()

  init(_ router: Router) {
    self.router = router
    builds.distinctUntilChanged()
      .deliver(on: QueueScheduler("deployer"))
      .subscribe(next: { [weak self] in self?.rollOut($0) })
      .disposed(by: bag)
  }

  func built(_ version: Int) { builds.next(version) }

  private func rollOut(_ version: Int) { router.route(to: Backend(version, clock: clock)) }

  func stop() { bag.dispose() }
}

enum BlueGreenBackends: LeakProgram {
  static func run() {
    let router = Router()
    let deployer = Deployer(router)
    for version in 1...9 {
      deployer.built(version)
      pause(milliseconds: version % 3 == 0 ? 50 : 16)
    }
    deployer.stop()
    pause(milliseconds: 10)
    router.stop()
    pause(milliseconds: 60)
    print("answered", router.answered.value)
    print("retired", router.retired.value)
  }
}

// healthy: the bag of a service grows with every module that is loaded, and nothing in it ever ends
// says: Routes are added while the server warms up, and each follows the settings as long as it runs.
// allows: suspect

import Dispatch
import Signals
import Synchronization

private struct Limits: Sendable, Equatable {
  var perSecond: Int
  var bodyBytes: Int
}

/// The limits that are in force.
private final class LimitSettings: Sendable {
  private let current = BehaviorRelay(Limits(perSecond: 50, bodyBytes: 4096))

  func limits() -> Signal<Limits> { current.distinctUntilChanged() }

  func tighten() {
    var limits = current.value
    limits.perSecond -= 5
    current.accept(limits)
  }
}

/// A route with its own bucket of requests.
private final class Route: Sendable {
  let path: String
  private let bucket = Shared(0)

  init(_ path: String) { self.path = path }

  func refill(_ limits: Limits) { bucket.update { $0 = limits.perSecond } }

  func request() -> Bool {
    bucket.update { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }
}

private final class Registry: Sendable {
  let refused = Atomic<Int>(0)
  let served = Atomic<Int>(0)
  private let settings: LimitSettings
  private let routes = Shared<[String: Route]>([:])
  private let bag = DisposeBag()

  init(_ settings: LimitSettings) { self.settings = settings }

  func register(_ path: String) {
    let route = Route(path)
    routes.update { $0[path] = route }
    settings.limits()
      .subscribe(next: { route.refill($0) })
      .disposed(by: bag)
  }

  func request(_ path: String) {
    guard let route = routes.value[path], route.request() else {
      refused.add(1, ordering: .relaxed)
      return
    }
    served.add(1, ordering: .relaxed)
  }
}

/// A part of the server that brings its routes along.
private struct Module: Sendable {
  let name: String
  let pages: Int

  func load(into registry: Registry) {
    for page in 0..<pages { registry.register("/\(name)/\(page)") }
  }
}

enum RouteRegistry: LeakProgram {
  static func run() {
    let settings = LimitSettings()
    let registry = Registry(settings)
    let names = ["users", "orders", "stock", "mail", "files", "search", "audit", "admin"]
    for (number, name) in names.enumerated() {
      onAnotherThread { Module(name: name, pages: 4 + number % 3).load(into: registry) }
      pause(milliseconds: 15)
      if number % 3 == 2 { settings.tighten() }
    }
    for turn in 0..<40 {
      registry.request("/\(names[turn % names.count])/\(turn % 5)")
      pause(milliseconds: 4)
    }
    settings.tighten()
    pause(milliseconds: 30)
    print("served", registry.served.load(ordering: .relaxed))
    print("refused", registry.refused.load(ordering: .relaxed))
  }
}

// healthy: a `create` that returns nothing to dispose, and sends to subscribers that have left
// says: A look-up in the system's library cannot be called off; it is short, and its late answer is nobody's.
// allows: suspect

import Dispatch
import Signals
import Synchronization

private struct Address: Sendable {
  let text: String
  let isCached: Bool
}

private final class SystemResolver: Sendable {
  let calls = Atomic<Int>(0)
  private let threads = DispatchQueue(label: "resolver", attributes: .concurrent)

  func resolve(_ host: String) -> Signal<Address> {
    Signal<Address>.create { [self] subscriber in
      calls.add(1, ordering: .relaxed)
      threads.async {
        pause(milliseconds: host.hasSuffix(".slow") ? 24 : 6)
        subscriber.next(Address(text: "10.0.0.\(host.count)", isCached: false))
        subscriber.completed()
      }
      return nil
    }
  }
}

private final class HostCache: Sendable {
  private let known = Shared<[String: String]>([:])
  private let clock = QueueScheduler("cache")

  func store(_ host: String, _ address: Address) { known.update { $0[host] = address.text } }

  /// What was known, if the system takes long.
  func stale(_ host: String) -> Signal<Address> {
    guard let text = known.value[host] else { return .never() }
    return Signal<Int>.timer(after: .milliseconds(12), on: clock)
      .mapReplace(Address(text: text, isCached: true))
  }
}

private final class Dialer: Sendable {
  let dialed = Shared<[Bool]>([])
  private let resolver = SystemResolver()
  private let cache = HostCache()
  private let clock = QueueScheduler("limits")
  private let bag = DisposeBag()

  var lookups: Int { resolver.calls.load(ordering: .relaxed) }

  func warm(_ host: String) { cache.store(host, Address(text: "10.1.1.1", isCached: false)) }

  func dial(_ host: String) {
    resolver.resolve(host)
      .do(onNext: { [cache] in cache.store(host, $0) })
      .amb(cache.stale(host))
      .timeout(.milliseconds(18), on: clock)
      .catchAndReturn(Address(text: "unknown", isCached: false))
      .subscribe(next: { [dialed] address in dialed.update { $0.append(address.isCached) } })
      .disposed(by: bag)
  }
}

enum GetAddrInfo: LeakProgram {
  static func run() {
    let dialer = Dialer()
    dialer.warm("mirror.slow")
    for round in 0..<5 {
      for host in ["mirror.slow", "origin.test", "first\(round).slow"] { dialer.dial(host) }
      pause(milliseconds: 32)
    }
    pause(milliseconds: 40)
    print("dialed", dialer.dialed.value.count, "look-ups", dialer.lookups)
  }
}

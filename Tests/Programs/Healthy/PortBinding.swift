// healthy: failed again and again in a short time, dozens of tries in all
// says: The tests of a server wait for its port at a fixed pace, with a limit, and each of them gets through in the end.
// allows: nothing

import Signals
import Synchronization

private struct ConnectionRefused: Error {
  let port: Int
}

/// A server that takes a while until it listens.
private final class SlowServer: Sendable {
  let port: Int
  private let isListening = Atomic<Bool>(false)
  private let boot = QueueScheduler("boot")

  init(port: Int) { self.port = port }

  func start(after delay: Duration) {
    boot.schedule(after: delay) { [weak self] in self?.isListening.store(true, ordering: .releasing) }
  }

  func connect() throws -> Int {
    guard isListening.load(ordering: .acquiring) else { throw ConnectionRefused(port: port) }
    return port
  }
}

private final class Harness: Sendable {
  let ready = Shared<[Int]>([])
  private let tries = Atomic<Int>(0)
  private let clock = QueueScheduler("harness")
  private let bag = DisposeBag()

  var tryCount: Int { tries.load(ordering: .relaxed) }

  private func reachable(_ server: SlowServer) -> Single<Int> {
    Signal<Int>.attempt { [self] in
      tries.add(1, ordering: .relaxed)
      return try server.connect()
    }
    .retry(upTo: 60, interval: .milliseconds(5), on: clock)
    .timeout(.milliseconds(900), on: clock)
    .asSingle()
  }

  func waitForAll(_ servers: [SlowServer], whenReady done: @escaping @Sendable () -> Void) {
    combineLatest(servers.map { reachable($0).signal })
      .take(1)
      .subscribe(
        next: { [ready] ports in ready.update { $0 += ports } },
        error: { error in print("not ready:", error) },
        completed: done
      )
      .disposed(by: bag)
  }
}

enum PortBinding: LeakProgram {
  static func run() {
    let harness = Harness()
    for suite in 0..<3 {
      let servers = (0..<3).map { SlowServer(port: 8000 + suite * 10 + $0) }
      for (index, server) in servers.enumerated() { server.start(after: .milliseconds(20 + 35 * index)) }
      let isDone = Flag()
      harness.waitForAll(servers) { isDone.raise() }
      isDone.wait()
    }
    print("ready", harness.ready.value.count, "after more tries", harness.tryCount > 9)
  }
}

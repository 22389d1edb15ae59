// healthy: five threads subscribe at the same time to one cold signal that fails and is tried again
// says: Each shard needs a session key of its own, which is what the handshake is for; a shared one would be the fault.
// allows: nothing

import Dispatch
import Signals

private struct Dropped: Error {}

private final class KeyServer: Sendable {
  private let issued = Shared(0)
  private let attempts = Shared(0)

  var count: Int { issued.value }

  /// A session key, which is different each time; the first attempts are dropped.
  var handshake: Signal<Int> {
    Signal<Int>.fromAsync { [issued, attempts] in
      try await Task.sleep(for: .milliseconds(6))
      let attempt = attempts.update { count in
        count += 1
        return count
      }
      guard attempt > 4, attempt % 4 != 0 else { throw Dropped() }
      return issued.update { count in
        count += 1
        return count
      }
    }
  }
}

private final class ShardClient: Sendable {
  let key = MutableProperty(0)
  private let bag = DisposeBag()

  func join(_ handshake: Signal<Int>, _ joined: DispatchGroup) {
    joined.enter()
    handshake
      .subscribe(
        next: { [key] in key.set($0) },
        error: { _ in joined.leave() },
        completed: { joined.leave() }
      )
      .disposed(by: bag)
  }
}

enum PeerHandshakes: LeakProgram {
  static func run() {
    let server = KeyServer()
    let clock = QueueScheduler("backoff")
    let patient = server.handshake.retry(when: { errors in
      errors.enumerated().flatMap { attempt, _ in
        Signal<Int>.timer(after: .milliseconds(10 * (attempt + 1)), on: clock)
      }
    })
    let shards = (0..<5).map { _ in ShardClient() }
    let joined = DispatchGroup()
    DispatchQueue.concurrentPerform(iterations: shards.count) { number in
      shards[number].join(patient, joined)
    }
    _ = joined.wait(timeout: .now() + 5)
    pause(milliseconds: 100)
    let keys = Set(shards.map { $0.key.value })
    print("keys", keys.count, "issued", server.count)
  }
}

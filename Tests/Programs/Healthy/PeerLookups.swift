// healthy: the handles of many subscriptions are let go of, some of which are alive at the end
// says: A lookup ends by itself, with an address or without; the last ones are on their way when the tool has its answer.
// allows: nothing

import Glibc
import Signals

/// Asks peers for the address of a name; some do not know it.
private final class Directory: Sendable {
  private let network = QueueScheduler("network")

  func lookUp(_ name: Int) -> Maybe<String> {
    Maybe.create { [network] found in
      network.schedule(after: .milliseconds(4 + name % 3 * 4)) {
        found(.success(name % 4 == 0 ? nil : "10.0.0.\(name)"))
      }
    }
  }
}

enum PeerLookups: LeakProgram {
  static func run() {
    let directory = Directory()
    let found = Shared<[String]>([])
    let missing = Shared(0)
    for name in 0..<60 {
      _ = directory.lookUp(name)
        .subscribe(
          success: { address in found.update { $0.append(address) } },
          completed: { missing.update { $0 += 1 } })
      pause(milliseconds: 2)
      if found.value.count >= 36 { break }
    }
    print("found enough", found.value.count >= 36, "missing some", missing.value > 0)
    exit(0)
  }
}

// healthy: swapped out of an owner without disposal; the old one still drains at exit
// says: The old version serves for twenty milliseconds after the new one has taken over, and is then stopped; the last one just drains.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Deployment: Sendable {
  let requests = PublishSubject<Int>()
  let served = Atomic<Int>(0)
  private let active = SerialDisposable()
  private let clock = QueueScheduler("deployment")

  func deploy(_ version: Int) {
    let new =
      requests
      .filter { $0 % 2 == version % 2 || $0 > 5 }
      .subscribe(next: { _ in self.served.add(1, ordering: .relaxed) })
    guard let old = active.swap(new) else { return }
    clock.schedule(after: .milliseconds(20)) { old.dispose() }
  }
}

enum RollingDeploy: LeakProgram {
  static func run() {
    let deployment = Deployment()
    for version in 0..<16 {
      deployment.deploy(version)
      for request in 0..<6 {
        deployment.requests.next(request)
        pause(milliseconds: 2)
      }
    }
    deployment.deploy(16)
    deployment.requests.next(7)
    print("served", deployment.served.load(ordering: .relaxed))
    exit(0)
  }
}

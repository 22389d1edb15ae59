// healthy: dropped handles of a one-shot wait that never came
// says: Each part of the program waits for the one shutdown, which has not come yet: take(1) ends all of them when it does.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Lifecycle: Sendable {
  let shutdown = PublishSubject<Void>()

  func onShutdown(_ body: @escaping @Sendable () -> Void) {
    _ = shutdown.take(1).subscribe(next: { _ in body() })
  }
}

private final class Part: Sendable {
  let handled = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ name: String, _ lifecycle: Lifecycle, _ requests: Signal<Int>) {
    lifecycle.onShutdown { print("closing", name) }
    requests.subscribe(next: { [weak self] _ in self?.handled.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum SavedOnClose: LeakProgram {
  static func run() {
    let lifecycle = Lifecycle()
    let requests = PublishSubject<Int>()
    let parts = ["store", "index", "cache", "mail"].map { Part($0, lifecycle, requests) }
    for request in 0..<60 {
      requests.next(request)
      pause(milliseconds: 2)
    }
    print("handled", parts[0].handled.load(ordering: .relaxed))
    exit(0)
  }
}

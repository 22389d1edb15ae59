// healthy: begun with the recording and alive at its end, handle let go
// says: A program watches its settings until it exits; main subscribes and has no use for the handle.
// allows: nothing

import Signals
import Synchronization

private final class Settings: Sendable {
  let level = BehaviorSubject("info")
  let reloads = PublishSubject<Void>()
}

private final class Worker: Sendable {
  private let bag = DisposeBag()
  let done = Atomic<Int>(0)

  func work(_ settings: Settings) {
    settings.level
      .map { $0 == "debug" }
      .distinctUntilChanged()
      .subscribe(next: { [weak self] _ in self?.done.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ConfigWatcher: LeakProgram {
  static func run() {
    let settings = Settings()
    _ = settings.reloads
      .scan(0) { count, _ in count + 1 }
      .map { $0 % 2 == 0 ? "info" : "debug" }
      .subscribe(next: { settings.level.next($0) })

    for _ in 0..<20 {
      let worker = Worker()
      worker.work(settings)
      settings.reloads.next(())
      pause(milliseconds: 4)
    }
    print("level", settings.level.value)
  }
}

// healthy: a file is watched anew at each reload, and the last watch is alive at the end
// says: `switchToLatest` ends the watch before as the next one begins; the daemon watches until it is stopped.
// allows: nothing

import Glibc
import Signals

/// Tells when a file was changed, by looking at it from time to time.
private struct Watch: Sendable {
  let clock: VirtualTimeScheduler
  let looks: Shared<[Int: Int]>

  func changes(of version: Int) -> Signal<Int> {
    Signal<Int>.interval(.seconds(1), on: clock)
      .do(onNext: { [looks] _ in looks.update { $0[version, default: 0] += 1 } })
      .filter { $0 % 5 == 4 }
      .map { _ in version + 1 }
  }
}

/// Follows a configuration whose every version says where the next one is.
private final class Daemon: Sendable {
  private let versions = BehaviorSubject(0)
  private let life = DisposeBag()

  var version: Int { versions.value }

  func start(_ watch: Watch) {
    versions.map { watch.changes(of: $0) }.switchToLatest()
      .subscribe(next: { [versions] in versions.next($0) })
      .disposed(by: life)
  }
}

enum WatchedConfig: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let watch = Watch(clock: clock, looks: Shared([:]))
    let daemon = Daemon()
    daemon.start(watch)
    for _ in 0..<78 {
      clock.advance(by: .seconds(1))
      pause(milliseconds: 2)
    }
    print("version", daemon.version, "looks at most", watch.looks.value.values.max() ?? 0)
    exit(0)
  }
}

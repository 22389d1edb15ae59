// fault: growth
// verdict: suspect
// proof: run
// says: each reload subscribes to the settings anew and forgets the subscription of the last one

import Signals

/// A daemon that reads its settings again on SIGHUP.
enum ReloadedSettings: LeakProgram {
  static func run() {
    let daemon = Daemon()
    let monitor = daemon.settings.subscribe(next: { _ in })
    for version in 1...11 {
      daemon.reload(version)
      pause(milliseconds: 6)
    }
    pause(milliseconds: 40)
    monitor.dispose()
  }
}

private final class Daemon {
  let settings = BehaviorSubject(0)
  private let verbose = Shared(false)
  private var watching: Subscription?

  func reload(_ version: Int) {
    let verbose = verbose
    if mended { watching?.dispose() }
    let handle = settings.map { $0 % 2 == 0 }.distinctUntilChanged()
      .subscribe(next: { on in verbose.update { $0 = on } })  // LEAK
    if mended { watching = handle }
    settings.next(version)
  }
}

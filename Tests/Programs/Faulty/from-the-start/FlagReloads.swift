// fault: from-the-start
// verdict: suspect
// proof: run
// says: the flags of the first moment are followed by a subscription that is not put where reloading replaces the others

import Signals

private final class Flags: Sendable {
  let changes = PublishSubject<[String]>()
  private let current = SerialDisposable()
  private let enabled = Shared<Set<String>>([])

  func start() {
    let names = changes.map { Set($0) }
    let following = names.subscribe(next: { [enabled] new in enabled.update { $0 = new } })  // LEAK
    if mended { current.inner = following }
  }

  func reload(_ environment: Int) {
    current.inner = changes.map { Set($0.map { "\(environment).\($0)" }) }
      .subscribe(next: { [enabled] new in enabled.update { $0 = new } })
  }

  func close() { current.dispose() }
}

/// A service whose feature flags are read anew whenever its environment changes.
enum FlagReloads: LeakProgram {
  static func run() {
    let flags = Flags()
    flags.start()
    for environment in 0..<8 {
      flags.changes.next(["dark", "beta"])
      pause(milliseconds: 6)
      flags.reload(environment)
    }
    flags.close()
    for change in 0..<10 {
      flags.changes.next(["late \(change)"])
      pause(milliseconds: 6)
    }
  }
}

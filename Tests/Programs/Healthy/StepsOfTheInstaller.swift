// healthy: steps that follow each other complete one by one, and nobody keeps a handle

import Signals

private func step(_ number: Int, _ clock: QueueScheduler) -> Completable {
  Completable(Signal<Int>.timer(after: .milliseconds(2), on: clock).map { _ in number })
}

/// Installs packages: unpack, configure, clean up.
enum StepsOfTheInstaller: LeakProgram {
  static func run() {
    let clock = QueueScheduler("install")
    for package in 0..<16 {
      _ = step(package, clock).andThen(step(package + 1, clock)).andThen(step(package + 2, clock))
        .subscribe(completed: {})
      pause(milliseconds: 8)
    }
    pause(milliseconds: 60)
  }
}

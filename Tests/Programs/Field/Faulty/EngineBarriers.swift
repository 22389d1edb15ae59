// fault: cancellation-swallowed
// verdict: finding
// proof: nothing-recorded
// says: the time limit cancels the waiting task, whose sleep swallows that and returns at once; the loop spins for ever
// source: superuser404notfound/AetherEngine #556
// fix: the loop ends where its sleep is cancelled, and lets the time limit through

import Signals

/// A media engine under test. Its state becomes `playing` some time after a file was loaded.
private final class Engine: Sendable {
  let state = BehaviorSubject("idle")
  private let decoder = QueueScheduler("decoder")
  private let bag = DisposeBag()

  func load(_ file: String) {
    state.next("loading")
    guard !file.hasSuffix(".broken") else { return }
    Signal<Int>.timer(after: .milliseconds(12), on: decoder)
      .subscribe(next: { [state] _ in state.next("playing") })
      .disposed(by: bag)
  }
}

/// Waits until a condition holds.
private func waitFor(_ condition: @escaping @Sendable () -> Bool) -> Signal<Bool> {
  Signal<Bool>.fromAsync {
    while !condition() {
      if mended {
        do { try await Task.sleep(for: .milliseconds(3)) } catch { return false }
      } else {
        try? await Task.sleep(for: .milliseconds(3))  // LEAK
      }
    }
    return true
  }
}

enum EngineBarriers: LeakProgram {
  static func run() {
    let limits = QueueScheduler("limits")
    let (passed, failed) = (Shared(0), Shared(0))
    let bag = DisposeBag()
    for file in ["intro.mkv", "film.mp4", "film.broken", "credits.mkv"] {
      let engine = Engine()
      let log = engine.state.distinctUntilChanged().subscribe(next: { _ in })
      engine.load(file)
      waitFor { engine.state.value == "playing" }
        .timeout(.milliseconds(60), on: limits)
        .subscribe(
          next: { _ in passed.update { $0 += 1 } },
          error: { _ in failed.update { $0 += 1 } }
        )
        .disposed(by: bag)
      pause(milliseconds: 80)
      log.dispose()
    }
    print("passed", passed.value, "failed", failed.value)
    bag.dispose()
  }
}

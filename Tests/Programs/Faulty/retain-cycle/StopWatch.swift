// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the closure holds the watch, the watch its handle: watches that are let go of without a stop run on

import Signals

/// Runners with a watch each; some cross the line, the others give up.
enum StopWatch: LeakProgram {
  static func run() {
    let clock = PublishSubject<Int>()
    var runners: [Int: Watch] = [:]
    for runner in 0..<10 { runners[runner] = Watch(clock) }
    for second in 0..<5 { clock.next(second) }
    for runner in 0..<10 {
      if runner % 2 == 0 { runners[runner]?.stop() }
      runners[runner] = nil
      clock.next(10 + runner)
    }
    for second in 0..<15 { clock.next(second) }
    pause(milliseconds: 40)
  }
}

private final class Watch: Sendable {
  private let elapsed = Shared(0)
  private let running = Shared<Disposable?>(nil)

  init(_ clock: Signal<Int>) {
    let handle: Disposable
    if mended {
      handle = ScopedDisposable(clock.subscribe(next: { [weak self] _ in self?.tick() }))
    } else {
      handle = clock.subscribe(next: { _ in self.tick() })  // LEAK
    }
    running.update { $0 = handle }
  }

  func stop() { running.value?.dispose() }
  private func tick() { elapsed.update { $0 += 1 } }
}

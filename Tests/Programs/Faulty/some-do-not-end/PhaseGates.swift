// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: a phase that is skipped replaces its gate by the next one and never completes it, so those who wait at it wait for ever

import Signals

/// A workflow whose workers wait at the gate of the current phase.
private final class Workflow {
  private var gate = PublishSubject<Int>()

  func wait(_ worker: Int) {
    _ = gate.collect().map { $0.count + worker }  // LEAK
      .subscribe(next: { _ in })
  }

  func progress(_ step: Int) { gate.next(step) }

  func finish() {
    gate.completed()
    gate = PublishSubject<Int>()
  }

  func skip() {
    if mended { gate.completed() }
    gate = PublishSubject<Int>()  // LEAK
  }
}

enum PhaseGates: LeakProgram {
  static func run() {
    let workflow = Workflow()
    for phase in 0..<24 {
      for worker in 0..<3 { workflow.wait(worker) }
      workflow.progress(phase)
      pause(milliseconds: 3)
      if phase % 3 == 1 { workflow.skip() } else { workflow.finish() }
    }
    pause(milliseconds: 30)
  }
}

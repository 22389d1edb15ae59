// fault: late-start
// verdict: likely
// proof: run
// says: calling a deployment off completes its build, which is what `then` waits for to begin the health checks

import Signals
import Synchronization

private enum Step: Sendable {
  case built(Int)
  case checked(Int)
}

/// Deploys: builds, and then watches the health of what it has built until it is rolled back.
private final class Deployment: Sendable {
  let calledOff = PublishSubject<Void>()
  let checks = Atomic<Int>(0)
  private let builder = QueueScheduler("builder")
  private let prober = QueueScheduler("prober")

  func run(_ number: Int) -> Disposable {
    let build = Signal<Int>.timer(after: .milliseconds(2), every: .milliseconds(4), on: builder).take(4)
    let health = Signal<Int>.interval(.milliseconds(4), on: prober).map { Step.checked($0) }
    let steps: Signal<Step>
    if mended {
      steps = build.then { health }.take(until: calledOff)
    } else {
      steps = build.take(until: calledOff)
        .then { health }  // LEAK
    }
    return steps.subscribe(next: { step in
      if case .checked = step { self.checks.add(1, ordering: .relaxed) }
    })
  }
}

enum DeployPipeline: LeakProgram {
  static func run() {
    let log = PublishSubject<String>()
    let written = log.buffer(for: .milliseconds(8), count: 4, on: QueueScheduler("log"))
      .subscribe(next: { _ in })
    var running: [(Deployment, Disposable)] = []
    for number in 0..<5 {
      let deployment = Deployment()
      running.append((deployment, deployment.run(number)))
      onAnotherThread { log.next("deploying \(number)") }
      pause(milliseconds: number % 2 == 0 ? 30 : 6)
      deployment.calledOff.next(())
    }
    pause(milliseconds: 90)
    written.dispose()
    print("deployments", running.count)
  }
}

// healthy: handles let go of things that end by themselves
// says: A flow ends with its result, so its parent keeps no handle of it; the last one still waits for the user at the exit.
// allows: nothing

import Signals

private enum Outcome: Sendable {
  case finished
  case calledOff
}

/// Something that the user is led through, such as a login or a tour.
private struct Flow: Sendable {
  private let outcomes = PublishRelay<Outcome>()

  func start() -> Signal<Outcome> { outcomes.take(1) }
  func end(_ outcome: Outcome) { outcomes.accept(outcome) }
}

private final class AppCoordinator: Sendable {
  private let finished = Shared(0)
  private let open = Shared<[Flow]>([])

  func begin(_ flow: Flow) {
    open.update { $0.append(flow) }
    _ = flow.start().subscribe(next: { [weak self] outcome in self?.flowEnded(outcome) })
  }

  var isIdle: Bool { open.value.isEmpty }
  var finishedCount: Int { finished.value }

  private func flowEnded(_ outcome: Outcome) {
    _ = open.update { $0.popLast() }
    if case .finished = outcome { finished.update { $0 += 1 } }
  }
}

enum FlowCoordinators: LeakProgram {
  static func run() {
    let app = AppCoordinator()
    for visit in 0..<10 {
      let flow = Flow()
      app.begin(flow)
      pause(milliseconds: 6)
      flow.end(visit % 4 == 3 ? .calledOff : .finished)
    }
    app.begin(Flow())
    pause(milliseconds: 15)
    print("finished", app.finishedCount, "one is open", !app.isIdle)
  }
}

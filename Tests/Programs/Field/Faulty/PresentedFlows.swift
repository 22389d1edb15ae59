// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the dismissal stops the steps of the flow only; the steps of its screens are flattened below, and are heard for ever
// source: RxSwiftCommunity/RxFlow #169
// fix: the dismissal of the flow ends the steps of its screens as well

import Signals

/// A screen of a flow. It asks for the next step.
private final class FlowScreen: Sendable {
  let steps = PublishRelay<String>()
  let dismissed = PublishRelay<Void>()
}

/// A part of the application that is presented as a whole.
private final class ModalFlow: Sendable {
  let dismissed = PublishRelay<Void>()
  private let screens = Shared<[FlowScreen]>([])

  func navigate(to step: String) -> FlowScreen {
    let screen = FlowScreen()
    screens.update { $0.append(screen) }
    return screen
  }

  func tap(_ step: String) { screens.value.last?.steps.accept(step) }

  var depth: Int { screens.value.count }
}

/// Takes flows through their steps, and lives longer than they do.
private final class FlowCoordinator: Sendable {
  private let bag = DisposeBag()

  func coordinate(_ flow: ModalFlow) {
    let steps = PublishRelay<String>()
    let screens = steps.take(until: flow.dismissed).map { flow.navigate(to: $0) }
    let further: Signal<String>
    if mended {
      further = screens.flatMap { Self.steps(of: $0) }.take(until: flow.dismissed)
    } else {
      further = screens.flatMap { Self.steps(of: $0) }  // LEAK
    }
    further.bind(to: steps).disposed(by: bag)
    steps.accept("start")
  }

  /// A screen that is dismissed with its flow does not send for itself.
  private static func steps(of screen: FlowScreen) -> Signal<String> {
    screen.steps.take(until: screen.dismissed)
  }
}

enum PresentedFlows: LeakProgram {
  static func run() {
    let coordinator = FlowCoordinator()
    let presented = PublishRelay<String>()
    let title = presented.subscribe(next: { _ in })
    var depths: [Int] = []
    for name in ["checkout", "settings", "support"] {
      let flow = ModalFlow()
      presented.accept(name)
      coordinator.coordinate(flow)
      for step in ["details", "summary"] {
        pause(milliseconds: 12)
        flow.tap("\(name) \(step)")
      }
      depths.append(flow.depth)
      flow.dismissed.accept(())
      pause(milliseconds: 12)
    }
    pause(milliseconds: 100)
    print("depths", depths)
    title.dispose()
    withExtendedLifetime(coordinator) {}
  }
}

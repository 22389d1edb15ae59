// fault: late-start
// verdict: likely
// proof: run
// says: the emergency stop ends the commands, upon which endWith sends the rinsing, and its pump runs on after the stop

import Signals

private enum Command: Sendable {
  case fill(Int)
  case rinse
}

/// The robot's pumps.
private struct Pumps: Sendable {
  private let motor = QueueScheduler("motor")

  /// Filling ends by itself; rinsing goes on until it is stopped.
  func strokes(for command: Command) -> Signal<Int> {
    let strokes = Signal<Int>.interval(.milliseconds(3), on: motor)
    switch command {
    case .fill(let wells): return strokes.take(wells)
    case .rinse: return strokes
    }
  }
}

private final class Pipette: Sendable {
  let commands = PublishRelay<Command>()
  let emergency = PublishSubject<Void>()
  private let strokes = Shared(0)

  func switchOn(_ pumps: Pumps) {
    let moving: Signal<Int>
    if mended {
      moving = commands.flatMapLatest { pumps.strokes(for: $0) }.take(until: emergency)
    } else {
      moving = commands.take(until: emergency)  // LEAK
        .endWith(.rinse)  // LEAK
        .flatMapLatest { pumps.strokes(for: $0) }  // LEAK
    }
    _ = moving.subscribe(next: { [strokes] _ in strokes.update { $0 += 1 } })
  }

  var count: Int { strokes.value }
}

enum PipetteRobot: LeakProgram {
  static func run() {
    let pipette = Pipette()
    pipette.switchOn(Pumps())
    let lamp = pipette.commands.subscribe(next: { _ in })
    for plate in 1...6 {
      pipette.commands.accept(.fill(plate))
      pause(milliseconds: 16)
    }
    pipette.emergency.next(())
    let before = pipette.count
    pause(milliseconds: 150)
    print("moves after the stop", pipette.count > before + 5)
    lamp.dispose()
  }
}

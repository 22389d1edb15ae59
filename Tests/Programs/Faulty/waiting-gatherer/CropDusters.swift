// fault: waiting-gatherer
// verdict: suspect
// proof: run
// says: positions come thirty times as often as wind; zip keeps all of them for a wind that never catches up

import Dispatch
import Signals
import Synchronization

private struct Position: Sendable {
  let plane: Int
  let metres: Int
}

private struct Wind: Sendable {
  let speed: Int
}

private struct Drop: Sendable {
  let plane: Int
  let metres: Int
}

/// The weather mast at the edge of the field.
private final class Mast: Sendable {
  let wind: Signal<Wind>

  init() {
    wind = Signal<Int>.timer(after: .zero, every: .milliseconds(20), on: QueueScheduler("mast"))
      .map { Wind(speed: 3 + $0 % 4) }
      .share(replay: 1)
  }
}

/// The receiver of a plane: positions come in small bursts.
private final class Receiver: Sendable {
  let positions = PublishSubject<Position>()
  private let plane: Int

  init(plane: Int) { self.plane = plane }

  func fly(bursts: Int) {
    for burst in 0..<bursts {
      for step in 0..<6 { positions.next(Position(plane: plane, metres: burst * 12 + step * 2)) }
      pause(milliseconds: 4)
    }
    positions.completed()
  }
}

/// Says where a plane has to open its valves.
private final class DropPlanner: Sendable {
  let opened = Atomic<Int>(0)
  private let mast: Mast
  private let bag = DisposeBag()

  init(mast: Mast) { self.mast = mast }

  private func drops(of receiver: Receiver) -> Signal<Drop> {
    if mended {
      return receiver.positions.withLatestFrom(mast.wind) { Self.drop(at: $0, in: $1) }
    }
    return receiver.positions
      .zip(with: mast.wind)  // LEAK
      .map { position, wind in Self.drop(at: position, in: wind) }
  }

  func plan(for receiver: Receiver) {
    drops(of: receiver)
      .filter { $0.metres % 3 == 0 }
      .subscribe(next: { _ in self.opened.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }

  func land() { bag.dispose() }

  private static func drop(at position: Position, in wind: Wind) -> Drop {
    Drop(plane: position.plane, metres: position.metres - wind.speed)
  }
}

enum CropDusters: LeakProgram {
  static func run() {
    let planner = DropPlanner(mast: Mast())
    let receivers = (0..<2).map { Receiver(plane: $0) }
    receivers.forEach { planner.plan(for: $0) }
    let landed = DispatchGroup()
    for receiver in receivers {
      DispatchQueue.global().async(group: landed) { receiver.fly(bursts: 130) }
    }
    landed.wait()
    planner.land()
    print("opened", planner.opened.load(ordering: .relaxed))
  }
}

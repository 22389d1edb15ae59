// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: aborting the mission ends the list of waypoints, not the survey that the last of them has begun

import Signals

private struct Fix: Sendable {
  let waypoint: Int
  let step: Int
}

/// Drives from waypoint to waypoint and surveys each until the next one comes.
private final class Rover: Sendable {
  let waypoints = PublishSubject<Int>()
  let aborted = PublishSubject<Void>()
  private let lidar = QueueScheduler("lidar")

  func survey(_ waypoint: Int) -> Signal<Fix> {
    Signal<Int>.interval(.milliseconds(5), on: lidar).map { Fix(waypoint: waypoint, step: $0) }
  }

  var fixes: Signal<Fix> {
    if mended {
      waypoints
        .distinctUntilChanged()
        .flatMapLatest { [self] in survey($0) }
        .take(until: aborted)
    } else {
      waypoints
        .take(until: aborted)  // LEAK
        .distinctUntilChanged()
        .flatMapLatest { [self] in survey($0) }  // LEAK
    }
  }
}

/// Shows where the rovers are, as long as the control room is staffed.
private final class ControlRoom: Sendable {
  let plotted = Shared(0)
  private let battery = BehaviorSubject(100)
  private let bag = DisposeBag()

  init() {
    battery.filter { $0 < 20 }.subscribe(next: { print("battery", $0) }).disposed(by: bag)
  }

  func follow(_ rover: Rover) {
    // Ends as the mission does.
    _ = rover.fixes.subscribe(next: { [plotted] _ in plotted.update { $0 += 1 } })
  }

  func drain(to level: Int) { battery.next(level) }

  func close() { bag.dispose() }
}

enum RoverWaypoints: LeakProgram {
  static func run() {
    let room = ControlRoom()
    let rovers = (0..<7).map { _ in Rover() }
    for rover in rovers { room.follow(rover) }
    for waypoint in 0..<5 {
      for rover in rovers { rover.waypoints.next(waypoint) }
      room.drain(to: 100 - waypoint * 10)
      pause(milliseconds: 22)
    }
    for rover in rovers { rover.aborted.next(()) }
    pause(milliseconds: 140)
    room.close()
    print("plotted", room.plotted.value > 0)
  }
}

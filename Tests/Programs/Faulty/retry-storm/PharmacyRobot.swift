// fault: retry-storm
// verdict: finding
// proof: run
// says: while the drawer is jammed the robot pulls at it again without a pause, hundreds of times

import Signals

private struct Jammed: Error {
  let drawer: Int
}

/// The drawers of a pharmacy, which a robot opens and closes.
private final class Robot: Sendable {
  let isJammed = Shared(false)
  let pulls = Shared(0)
  private let arm = QueueScheduler("arm")

  func fetch(_ drawer: Int) -> Signal<String> {
    let pull = Signal<String>.attempt { [isJammed, pulls] in
      pulls.update { $0 += 1 }
      if isJammed.value { throw Jammed(drawer: drawer) }
      return "box of drawer \(drawer)"
    }
    if mended {
      return pull.retry(upTo: 200, interval: .milliseconds(20), on: arm).subscribe(on: arm)
    }
    return pull.retry().subscribe(on: arm)  // LEAK
  }
}

enum PharmacyRobot: LeakProgram {
  static func run() {
    let robot = Robot()
    let orders = PublishSubject<Int>()
    let queue = orders.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for drawer in 0..<5 {
      let isThere = Flag()
      if drawer == 3 { robot.isJammed.update { $0 = true } }
      orders.next(drawer)
      _ = robot.fetch(drawer).subscribe(next: { _ in }, completed: { isThere.raise() })
      if drawer == 3 {
        let enough = mended ? 6 : 400
        while robot.pulls.value < enough { pause(milliseconds: 1) }
        pause(milliseconds: 20)
        robot.isJammed.update { $0 = false }
      }
      isThere.wait()
    }
    print("fetched 5, pulled often", robot.pulls.value > 100)
    queue.dispose()
  }
}

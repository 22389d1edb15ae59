// fault: overlap
// verdict: finding
// proof: run
// says: port and starboard come from threads of their own, and both send to one subscriber while the other still does

import Dispatch
import Signals

private enum Echo: Sendable {
  case port(Int)
  case starboard(Int)
}

/// A sonar with two beams, of which each has a thread.
private final class Sonar: Sendable {
  private let port = DispatchQueue(label: "port")
  private let starboard = DispatchQueue(label: "starboard")
  private let both = DispatchQueue(label: "both beams")

  /// The echoes of one ping; `portIsHeard` once the first of them is being looked at.
  func ping(_ portIsHeard: Flag) -> Signal<Echo> {
    .create { [port, starboard, both] subscriber in  // LEAK
      let group = DispatchGroup()
      let send: @Sendable (Echo) -> Void = { echo in
        if mended { both.sync { subscriber.next(echo) } } else { subscriber.next(echo) }  // LEAK
      }
      port.async(group: group) { for depth in 0..<8 { send(.port(depth)) } }
      starboard.async(group: group) {
        portIsHeard.wait()
        for depth in 0..<8 { send(.starboard(depth)) }
      }
      group.notify(queue: both) { subscriber.completed() }
      return nil
    }
  }
}

enum SonarBeams: LeakProgram {
  static func run() {
    let sonar = Sonar()
    let pings = PublishSubject<Int>()
    let chart = pings.subscribe(next: { _ in })
    for number in 0..<6 {
      let (portIsHeard, isOver) = (Flag(), Flag())
      _ = sonar.ping(portIsHeard).subscribe(
        next: { echo in
          guard case .port(0) = echo else { return }
          portIsHeard.raise()
          pause(milliseconds: 8)
        },
        completed: { isOver.raise() })
      isOver.wait()
      pings.next(number)
    }
    chart.dispose()
  }
}

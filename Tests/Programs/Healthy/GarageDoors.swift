// healthy: a subscription for each command, whose handle is let go of, to a bus that never ends
// says: Each waits for one answer of its door, or for a timeout; two doors of the row are without current and never answer.
// allows: nothing

import Signals

private struct Message: Sendable {
  let door: Int
  let isOpen: Bool
}

private final class DoorBus: Sendable {
  let messages = PublishSubject<Message>()
  private let motors = QueueScheduler("motors")
  private let dead: Set<Int> = [2, 5]

  func send(open door: Int) {
    guard !dead.contains(door) else { return }
    let messages = messages
    _ = motors.schedule(after: .milliseconds(3)) { messages.next(Message(door: door, isOpen: true)) }
  }
}

private final class Remote: Sendable {
  private let bus: DoorBus
  private let clock = QueueScheduler("remote")
  private let outcomes = Shared<[String]>([])

  init(_ bus: DoorBus) { self.bus = bus }

  func open(_ door: Int, answered: Flag) {
    _ = bus.messages.filter { $0.door == door && $0.isOpen }
      .take(1)
      .timeout(.milliseconds(40), on: clock)
      .subscribe(
        next: { [outcomes] _ in outcomes.update { $0.append("\(door) opens") } },
        error: { [outcomes] _ in
          outcomes.update { $0.append("\(door) is stuck") }
          answered.raise()
        },
        completed: { answered.raise() })
    bus.send(open: door)
  }

  var log: [String] { outcomes.value }
}

enum GarageDoors: LeakProgram {
  static func run() {
    let bus = DoorBus()
    let light = bus.messages.subscribe(next: { _ in })
    let remote = Remote(bus)
    let answered = Flag()
    for press in 0..<21 {
      remote.open(press % 7, answered: answered)
      pause(milliseconds: 4)
    }
    for _ in 0..<21 { answered.wait() }
    for door in 0..<7 { bus.messages.next(Message(door: door, isOpen: false)) }
    print(remote.log.filter { $0.hasSuffix("stuck") }.count, "were stuck")
    light.dispose()
  }
}

// healthy: three hundred values wait in a zip
// says: The ticker paces them, so as not to flood the radio: the list is there at once and drains telegram by telegram, to its end.
// allows: nothing

import Signals

private struct Telegram: Sendable {
  let number: Int
  let group: Int
}

/// A radio that may send every other millisecond.
private final class RadioGateway: Sendable {
  let sent = Shared(0)
  let isSending = MutableProperty(false)
  private let clock = QueueScheduler("radio clock")

  func send(_ telegrams: [Telegram]) -> Signal<Telegram> {
    zip(
      Signal<Telegram>.from(telegrams),
      Signal<Int>.interval(.milliseconds(2), on: clock)
    )
    .map { telegram, _ in telegram }
    .do(
      onNext: { [sent] _ in sent.update { $0 += 1 } },
      onCompleted: { [isSending] in isSending.set(false) })
  }
}

private final class LightScenes: Sendable {
  let done = Flag()
  private let gateway: RadioGateway
  private let bag = DisposeBag()

  init(_ gateway: RadioGateway) { self.gateway = gateway }

  func goodNight(rooms: Int, lamps: Int) {
    let telegrams = (0..<rooms * lamps).map { Telegram(number: $0, group: $0 / lamps) }
    gateway.isSending.set(true)
    gateway.send(telegrams)
      .filter { $0.group % 2 == 0 }
      .count()
      .subscribe(
        next: { count in print("even rooms", count) },
        completed: { [done] in done.raise() }
      )
      .disposed(by: bag)
  }
}

enum PacedTelegrams: LeakProgram {
  static func run() {
    let gateway = RadioGateway()
    let scenes = LightScenes(gateway)
    scenes.goodNight(rooms: 20, lamps: 15)
    scenes.done.wait()
    pause(milliseconds: 10)
    print("sent", gateway.sent.value, "sending", gateway.isSending.value)
  }
}

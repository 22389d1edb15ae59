// healthy: subscribes again and again to the same, for ever
// says: Long polling: a poll waits until something comes or the time is up, ends, and the next one begins.
// allows: nothing

import Signals

private final class Postbox: Sendable {
  private let arrived = PublishSubject<String>()
  private let clock = QueueScheduler("polls")

  func deliver(_ letter: String) { arrived.next(letter) }

  /// One poll: the next letter, or none after a while.
  var poll: Signal<String?> {
    let timeIsUp = Signal<Int>.timer(after: .milliseconds(20), on: clock).map { _ in String?.none }
    return arrived.map { Optional($0) }.merge(timeIsUp).take(1)
  }
}

private final class InboxView: Sendable {
  private let polling = SerialDisposable()
  private let letters = Shared<[String]>([])

  func watch(_ box: Postbox) {
    let letters = letters
    polling.inner = box.poll.repeat().compactMap { $0 }
      .subscribe(next: { letter in letters.update { $0.append(letter) } })
  }

  var isEmpty: Bool { letters.value.isEmpty }
}

enum InboxLongPoll: LeakProgram {
  static func run() {
    let box = Postbox()
    let inbox = InboxView()
    inbox.watch(box)
    for day in 0..<28 {
      if day % 3 == 0 {
        box.deliver("letter of day \(day)")
        pause(milliseconds: 9)
        box.deliver("parcel of day \(day)")
      }
      pause(milliseconds: 25)
    }
    print("empty", inbox.isEmpty)
    withExtendedLifetime(inbox) {}
  }
}

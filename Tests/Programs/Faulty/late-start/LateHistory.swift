// fault: late-start
// verdict: likely
// proof: run
// says: a chat that was closed while its history was loading begins to listen afterwards, until a stop that has been

import Signals

/// A chat loads its history from the disk first, and then follows the room until it is closed.
private struct Chat: Sendable {
  let closed: Subject<Void> = mended ? ReplaySubject(capacity: 1) : PublishSubject()  // LEAK
  let heard: Shared<Int>

  func open(_ room: Int, _ title: Signal<String>, _ messages: Signal<Int>, disk: VirtualTimeScheduler) {
    _ = title.take(until: closed).subscribe(next: { _ in })
    disk.schedule(after: .milliseconds(600)) {
      _ =
        messages.filter { $0 % 5 == room }
        .take(until: closed)  // LEAK
        .subscribe(next: { _ in heard.update { $0 += 1 } })  // LEAK
    }
  }
}

enum LateHistory: LeakProgram {
  static func run() {
    let disk = VirtualTimeScheduler()
    let title = BehaviorSubject("general")
    let messages = PublishSubject<Int>()
    let heard = Shared(0)
    for room in 0..<5 {
      let chat = Chat(heard: heard)
      chat.open(room, title, messages, disk: disk)
      // Who has opened the wrong room leaves before the history is there.
      let isWrong = room != 2
      disk.advance(by: .milliseconds(isWrong ? 200 : 900))
      title.next("room \(room)")
      for message in 0..<10 { messages.next(message) }
      chat.closed.next(())
      disk.advance(by: .seconds(1))
      pause(milliseconds: 10)
    }
    let before = heard.value
    for message in 0..<20 { messages.next(message) }
    print("heard", heard.value - before, "messages in rooms that are closed")
  }
}

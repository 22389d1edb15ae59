// healthy: subscriptions within a callback whose handles nobody keeps
// says: Each reminder fires once and is over; those that are still to come when the chat is left are waited for.
// allows: nothing

import Signals

private struct Message: Sendable {
  let author: String
  let text: String
}

private final class ReminderBot: Sendable {
  let chat = PublishSubject<Message>()
  let said = Shared([String]())
  private let clock = QueueScheduler("reminders")

  /// "remind 20" says something after so many milliseconds.
  func listen() -> Subscription {
    chat.filter { $0.text.hasPrefix("remind ") }
      .subscribe(next: { [said, clock] message in
        let delay = Int(message.text.dropFirst(7)) ?? 10
        _ = Signal<Int>.timer(after: .milliseconds(delay), on: clock)
          .subscribe(next: { _ in said.update { $0.append("@\(message.author), it is time") } })
      })
  }
}

enum BotReminders: LeakProgram {
  static func run() {
    let bot = ReminderBot()
    let listening = bot.listen()
    let authors = Shared(Set<String>())
    let presence = bot.chat.map { $0.author }
      .subscribe(next: { name in authors.update { _ = $0.insert(name) } })
    for number in 0..<45 {
      let text = number % 2 == 0 ? "remind \(10 + number % 7 * 8)" : "good morning"
      bot.chat.next(Message(author: "user\(number % 6)", text: text))
      pause(milliseconds: 5)
    }
    listening.dispose()
    presence.dispose()
    pause(milliseconds: 150)
    print("said", bot.said.value.count, "authors", authors.value.count)
  }
}

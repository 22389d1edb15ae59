// healthy: a dictionary of subscriptions that grows, of which many are alive at the exit
// says: A user joins channels and leaves some; those that are alive at the end are those in which the user still is.
// allows: nothing

import Glibc
import Signals

private struct Message: Sendable {
  var channel: String
  var text: String
}

private final class ChatClient {
  private var joined: [String: Subscription] = [:]
  private let socket: Signal<Message>
  private let unread = Shared<[String: Int]>([:])

  init(_ socket: Signal<Message>) { self.socket = socket }

  func join(_ channel: String) {
    guard joined[channel] == nil else { return }
    joined[channel] = socket.filter { $0.channel == channel }
      .subscribe(next: { [unread] message in unread.update { $0[message.channel, default: 0] += 1 } })
  }

  func leave(_ channel: String) { joined.removeValue(forKey: channel)?.dispose() }

  var summary: String { "\(joined.count) joined, \(unread.value.values.reduce(0, +)) unread" }
}

enum JoinedChannels: LeakProgram {
  static func run() {
    let socket = PublishSubject<Message>()
    let client = ChatClient(socket)
    let names = ["swift", "linux", "climbing", "jobs", "music", "cats", "random", "tea", "books", "news"]
    for (day, name) in names.enumerated() {
      client.join(name)
      client.join(name)
      for each in names { socket.next(Message(channel: each, text: "day \(day)")) }
      // Some are not worth another day.
      if day % 3 == 1 { client.leave(name) }
      pause(milliseconds: 10)
    }
    client.leave("news")
    client.leave("random")
    for name in names { socket.next(Message(channel: name, text: "good night")) }
    print(client.summary)
    withExtendedLifetime(client) { exit(0) }
  }
}

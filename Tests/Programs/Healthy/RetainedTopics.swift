// healthy: replays without subscribers, which a cache holds for good
// says: A topic is retained from its first use on, five topics in all; readers take what they want, and the broker ends all.
// allows: nothing

import Signals

private struct Packet: Sendable {
  let topic: String
  let payload: Int
}

/// A client that keeps the last packet of each topic that somebody has asked for.
private final class Broker {
  let packets = PublishSubject<Packet>()
  private var retained: [String: Signal<Int>] = [:]

  func topic(_ name: String) -> Signal<Int> {
    if let topic = retained[name] { return topic }
    let topic = packets.filter { $0.topic == name }.map { $0.payload }.replayLast()
    retained[name] = topic
    return topic
  }

  func disconnect() { packets.completed() }
}

enum RetainedTopics: LeakProgram {
  static func run() {
    let broker = Broker()
    let names = ["door", "lamp", "heater", "power", "gate"]
    let (read, ended) = (Shared(0), Shared(0))
    for round in 0..<40 {
      let name = names[round < 5 ? round : round * 3 % 5]
      if round % 10 == 4 {
        _ = broker.topic(name).subscribe(next: { _ in }, completed: { ended.update { $0 += 1 } })
      } else {
        _ = broker.topic(name).take(2).subscribe(next: { _ in read.update { $0 += 1 } })
      }
      for name in names { broker.packets.next(Packet(topic: name, payload: round)) }
      pause(milliseconds: 5)
    }
    broker.disconnect()
    print("read", read.value, "ended", ended.value)
  }
}

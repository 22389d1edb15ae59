// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: a session hands back the subscription to its messages alone; its keep-alive pings go on without it

import Signals

private final class Broker: Sendable {
  let messages = PublishSubject<String>()
  let pings = Shared(0)
  private let clock = QueueScheduler("keep-alive")

  /// The messages of a topic, over a session of its own.
  func session(_ topic: String) -> Signal<String> {
    .create { [messages, pings, clock] subscriber in  // LEAK
      let keepAlive = Signal<Int>.interval(.milliseconds(5), on: clock)
        .subscribe(next: { _ in pings.update { $0 += 1 } })  // LEAK
      let delivery = messages.filter { $0.hasPrefix(topic) }
        .subscribe(
          next: { subscriber.next($0) }, error: { subscriber.error($0) },
          completed: { subscriber.completed() })
      return mended ? CompositeDisposable([keepAlive, delivery]) : delivery
    }
  }
}

/// Devices that come, hear some messages, and go.
enum MqttSession: LeakProgram {
  static func run() {
    let broker = Broker()
    let heard = Shared(0)
    for device in 0..<5 {
      let session = broker.session("lamps/\(device % 2)").subscribe(next: { _ in heard.update { $0 += 1 } })
      for lamp in 0..<4 {
        broker.messages.next("lamps/\(lamp % 2)/on")
        pause(milliseconds: 4)
      }
      session.dispose()
    }
    let before = broker.pings.value
    pause(milliseconds: 150)
    print("heard", heard.value, "pings after the last device", broker.pings.value - before)
  }
}

// fault: dead-line-not-noticed
// verdict: finding
// proof: nothing-recorded
// says: the server drops the line of a client that slept; the client waits on it and never connects again
// source: grpc/grpc-swift #1590
// fix: the client keeps the line alive by pings, so that a dead one fails, and the call is made again

import Dispatch
import Signals

/// A server that forgets clients without a word when the network was away.
private final class EventService: Sendable {
  let calls = Shared(0)
  private let sender = QueueScheduler("service")
  private let clients = Shared<[Int: PublishSubject<String>]>([:])

  /// Events of the service. Every client gets a sign of life in between, which carries nothing.
  func subscribe() -> Signal<String?> {
    Signal<String?>.deferred { [self] in
      let call = calls.update { calls -> Int in
        calls += 1
        return calls
      }
      let line = PublishSubject<String>()
      clients.update { $0[call] = line }
      let isKnown: @Sendable (Int) -> Bool = { [self] _ in clients.value[call] != nil }
      let signs = Signal<Int>.interval(.milliseconds(10), on: sender)
        .filter(isKnown)
        .map { _ in String?.none }
      return line.map { Optional($0) }.merge(signs)
    }
  }

  func send(_ event: String) { for line in clients.value.values { line.next(event) } }

  func loseAll() { clients.update { $0 = [:] } }
}

/// Acts on events, and calls again where a call fails.
private final class Agent: Sendable {
  let handled = Shared(0)
  private let bag = DisposeBag()

  func start(_ service: EventService) {
    let call =
      mended
      ? service.subscribe().timeout(eachValue: .milliseconds(40), on: QueueScheduler("keepalive"))
      : service.subscribe()  // LEAK
    call
      .retry(.init(firstPause: .milliseconds(5), ceiling: .milliseconds(20)), on: QueueScheduler("retry"))
      .compactMap { $0 }
      .subscribe(next: { [handled] _ in handled.update { $0 += 1 } })
      .disposed(by: bag)
  }
}

enum SleepingSubscriber: LeakProgram {
  static func run() {
    let service = EventService()
    let agent = Agent()
    agent.start(service)
    let load = Signal<Int>.interval(.milliseconds(30), on: QueueScheduler("load")).subscribe(next: { _ in })
    for event in 0..<24 {
      service.send("event \(event)")
      pause(milliseconds: 14)
      if event == 7 { service.loseAll() }
    }
    print("calls", service.calls.value, "handled", agent.handled.value)
    load.dispose()
    killed(holding: agent)
  }
}

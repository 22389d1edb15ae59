// fault: cancelled-waiter-kept
// verdict: finding
// proof: nothing-recorded
// says: the promise of the shutdown keeps everyone who ever waited for it, also those who have cancelled long ago
// source: reactor/reactor-core #3001
// fix: who cancels is taken out of the list of those who wait

import Signals

/// One value for many, some day.
private final class Promise<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var value: Value?
    var next = 0
    var waiting: [Int: @Sendable (Value) -> Void] = [:]
  }

  private let state = Shared(State())

  var signal: Signal<Value> {
    Signal<Value>.create { [state] subscriber in
      let answer: @Sendable (Value) -> Void = { value in
        subscriber.next(value)
        subscriber.completed()
      }
      let id = state.update { state -> Int in
        state.next += 1
        if state.value == nil { state.waiting[state.next] = answer }
        return state.next
      }
      if let value = state.value.value { answer(value) }
      return Disposable {  // LEAK
        if mended { state.update { _ = $0.waiting.removeValue(forKey: id) } }
      }
    }
  }

  func fulfil(_ value: Value) {
    let waiting = state.update { state -> [@Sendable (Value) -> Void] in
      state.value = value
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for answer in waiting { answer(value) }
  }

  var waiters: Int { state.value.waiting.count }
}

/// A link of the message broker; it is closed when the client is, or when it is idle.
private final class ReceiveLink: Sendable {
  let delivered = Shared(0)
  private let payload = [UInt8](repeating: 7, count: 4096)
  private let bag = DisposeBag()

  init(_ messages: Signal<Int>, until shutdown: Signal<String>) {
    messages
      .take(until: shutdown)
      .subscribe(next: { [delivered, payload] number in delivered.update { $0 += number % payload.count } })
      .disposed(by: bag)
    shutdown.subscribe(next: { _ in }).disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum ShutdownWaiters: LeakProgram {
  static func run() {
    let shutdown = Promise<String>()
    let messages = PublishSubject<Int>()
    let metrics = messages.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for number in 0..<12 {
      let link = ReceiveLink(messages, until: shutdown.signal)
      for message in 0..<6 { messages.next(number * 10 + message) }
      pause(milliseconds: 6)
      link.close()
    }
    print("waiters", shutdown.waiters)
    metrics.dispose()
    killed(holding: shutdown)
  }
}

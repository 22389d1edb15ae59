// healthy: dispose was not passed on
// says: One receiver inside a create feeds every listener. The first listener leaves, and the receiver goes on for the others.
// allows: nothing

import Signals

/// Listens to a transmitter while anybody listens, and hands each message to all.
private final class Radio: Sendable {
  private struct State: Sendable {
    var listeners: [Int: Subscriber<Int>] = [:]
    var next = 0
    var receiver: Disposable?
  }

  let transmitter = PublishSubject<Int>()
  private let state = Shared(State())

  var messages: Signal<Int> {
    .create { [self] subscriber in
      let (number, isFirst) = state.update { state in
        state.next += 1
        state.listeners[state.next] = subscriber
        return (state.next, state.receiver == nil)
      }
      if isFirst {
        let receiver = transmitter.subscribe(next: { [self] message in
          for listener in state.value.listeners.values { listener.next(message) }
        })
        state.update { $0.receiver = receiver }
      }
      return Disposable { [self] in
        let last = state.update { state -> Disposable? in
          state.listeners[number] = nil
          guard state.listeners.isEmpty else { return nil }
          defer { state.receiver = nil }
          return state.receiver
        }
        last?.dispose()
      }
    }
  }
}

enum RadioHub: LeakProgram {
  static func run() {
    let radio = Radio()
    let heard = Shared(0)
    let first = radio.messages.subscribe(next: { _ in heard.update { $0 += 1 } })
    let bag = DisposeBag()
    for _ in 0..<3 { radio.messages.subscribe(next: { _ in heard.update { $0 += 1 } }).disposed(by: bag) }
    for message in 0..<10 {
      if message == 3 { first.dispose() }
      pause(milliseconds: 8)
      radio.transmitter.next(message)
    }
    print("heard", heard.value)
    bag.dispose()
  }
}

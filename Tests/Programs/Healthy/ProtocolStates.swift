// healthy: recursion, functions that call each other, nested ever deeper
// says: Each state of the handshake flattens into the next one; there are nine, and the last one is the end.
// allows: nothing

import Signals

private enum Step: Int, Sendable {
  case hello, keys, proof, ready
}

/// A handshake over a slow line.
private struct Handshake: Sendable {
  let clock: QueueScheduler
  let client: Int

  func begin() -> Signal<Step> { send(.hello, left: 8) }

  private func send(_ step: Step, left: Int) -> Signal<Step> {
    Signal<Int>.timer(after: .milliseconds(2), on: clock).map { _ in step }
      .flatMap { sent in Signal.just(sent).concat(receive(after: sent, left: left)) }
  }

  private func receive(after step: Step, left: Int) -> Signal<Step> {
    guard left > 0 else { return .just(.ready) }
    return Signal<Int>.timer(after: .milliseconds(1), on: clock)
      .flatMapLatest { _ in send(Step(rawValue: (step.rawValue + 1) % 3) ?? .hello, left: left - 1) }
  }
}

enum ProtocolStates: LeakProgram {
  static func run() {
    let clock = QueueScheduler("line")
    let isDone = Flag()
    for client in 0..<6 {
      _ = Handshake(clock: clock, client: client).begin()
        .subscribe(next: { _ in }, completed: { isDone.raise() })
      pause(milliseconds: 10)
    }
    for _ in 0..<6 { isDone.wait() }
    pause(milliseconds: 20)
  }
}

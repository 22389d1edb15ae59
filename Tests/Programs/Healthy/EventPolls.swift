// healthy: handles let go at once, a limit above nothing, some alive as the program ends
// says: A client asks for the next event and waits at most so long; those that asked last still wait.
// allows: nothing

import Signals

private enum Answer: Sendable {
  case event(Int)
  case nothingYet
}

/// Answers polls when something happens, or when the client has waited long enough.
private final class EventServer: Sendable {
  let events = PublishSubject<Int>()
  private let clock = QueueScheduler("polls")
  private let answers = Shared(0)

  func poll(_ client: Int) {
    let limit = Signal<Int>.timer(after: .milliseconds(30), on: clock).map { _ in Answer.nothingYet }
    _ = events.filter { $0 % 5 == client % 5 }.map { Answer.event($0) }
      .merge(limit)
      .take(1)
      .subscribe(next: { [answers] _ in answers.update { $0 += 1 } })
  }

  var answered: Int { answers.value }
}

enum EventPolls: LeakProgram {
  static func run() {
    let server = EventServer()
    for round in 0..<40 {
      server.poll(round)
      server.poll(round + 1)
      if round % 3 == 0 { onAnotherThread { server.events.next(round) } }
      pause(milliseconds: 4)
    }
    print("answered", server.answered > 0)
  }
}

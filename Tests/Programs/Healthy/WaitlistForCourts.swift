// healthy: most of a kind have ended, some have neither a value nor an end
// says: Those who asked for a court last still wait for one, as all courts are taken when the program is stopped.
// allows: suspect

import Signals
import Synchronization

private struct Court: Sendable {
  let number: Int
}

/// Courts go to whoever has waited longest.
private final class Courts: Sendable {
  private struct State {
    var free: [Court]
    var waiting: [(ticket: Int, subscriber: Subscriber<Court>)] = []
    var tickets = 0
  }
  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: (0..<count).map { Court(number: $0) })) }

  /// A court, as soon as there is one. Who gives up is taken out of the line.
  func next() -> Signal<Court> {
    Signal<Court>.create { subscriber in
      let (ticket, court) = self.state.withLock { state -> (Int, Court?) in
        state.tickets += 1
        if let court = state.free.popLast() { return (state.tickets, court) }
        state.waiting.append((state.tickets, subscriber))
        return (state.tickets, nil)
      }
      if let court {
        subscriber.next(court)
        subscriber.completed()
        return nil
      }
      return Disposable { self.leaveLine(ticket) }
    }
  }

  private func leaveLine(_ ticket: Int) {
    state.withLock { state in state.waiting.removeAll { $0.ticket == ticket } }
  }

  func giveBack(_ court: Court) {
    let first = state.withLock { state -> Subscriber<Court>? in
      guard !state.waiting.isEmpty else {
        state.free.append(court)
        return nil
      }
      return state.waiting.removeFirst().subscriber
    }
    first?.next(court)
    first?.completed()
  }

  var lineLength: Int { state.withLock { $0.waiting.count } }
}

/// Players ask for a court, play and give it back.
private final class Club: Sendable {
  let matches = Atomic<Int>(0)
  private let courts: Courts
  private let clock = QueueScheduler("club clock")
  private let evening = DisposeBag()

  init(_ courts: Courts) { self.courts = courts }

  func arrive(patient: Bool) {
    let match = courts.next().flatMap { self.play(on: $0) }
    let asked = patient ? match : match.timeout(.milliseconds(60), on: clock)
    asked
      .subscribe(next: { _ in self.matches.add(1, ordering: .relaxed) }, error: { _ in })
      .disposed(by: evening)
  }

  private func play(on court: Court) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(24), on: clock)
      .do(onDispose: { [courts] in courts.giveBack(court) })
  }
}

enum WaitlistForCourts: LeakProgram {
  static func run() {
    let courts = Courts(3)
    let club = Club(courts)
    for player in 0..<30 {
      club.arrive(patient: player % 5 != 4)
      pause(milliseconds: 6)
    }
    pause(milliseconds: 16)
    print("matches", club.matches.load(ordering: .relaxed), "in line", courts.lineLength)
    killed(holding: club)
  }
}

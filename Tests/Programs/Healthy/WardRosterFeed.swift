// healthy: of the signals that `create` subscribes to one after the other all complete but the last, whose end alone is the feed's
// says: The snapshot and the catch-up end, and the live changes go on until the board is switched off; an error of any of them is passed on.
// allows: nothing

import Signals

private struct Entry: Sendable {
  let ward: Int
  let nurse: String
}

private final class Roster: Sendable {
  let changes = PublishSubject<Entry>()
  private let archive = QueueScheduler("archive")

  func snapshot(of ward: Int) -> Signal<Entry> {
    Signal<Int>.timer(after: .milliseconds(3), every: .milliseconds(2), on: archive)
      .take(4)
      .map { Entry(ward: ward, nurse: "nurse\($0)") }
  }

  func catchUp(of ward: Int) -> Signal<Entry> {
    Signal<Int>.timer(after: .milliseconds(5), on: archive).map { _ in Entry(ward: ward, nurse: "relief") }
  }

  /// All of a ward: what was, what has been missed meanwhile, and then what comes.
  func feed(of ward: Int) -> Signal<Entry> {
    Signal.create { [self] subscriber in
      let parts = CompositeDisposable()
      let live: @Sendable () -> Void = { [changes] in
        parts.add(
          changes.filter { $0.ward == ward }.subscribe(
            next: { subscriber.next($0) },
            error: { subscriber.error($0) },
            completed: { subscriber.completed() }))
      }
      let missed: @Sendable () -> Void = { [self] in
        parts.add(
          catchUp(of: ward).subscribe(
            next: { subscriber.next($0) },
            error: { subscriber.error($0) },
            completed: live))
      }
      parts.add(
        snapshot(of: ward).subscribe(
          next: { subscriber.next($0) },
          error: { subscriber.error($0) },
          completed: missed))
      return parts
    }
  }
}

private final class WardBoard: Sendable {
  let names = Shared<[String]>([])
  private let bag = DisposeBag()

  init(_ roster: Roster, ward: Int) {
    roster.feed(of: ward)
      .map { $0.nurse }
      .subscribe(next: { [names] name in names.update { $0.append(name) } })
      .disposed(by: bag)
  }

  func switchOff() { bag.dispose() }
}

enum WardRosterFeed: LeakProgram {
  static func run() {
    let roster = Roster()
    let boards = (0..<6).map { WardBoard(roster, ward: $0) }
    pause(milliseconds: 60)
    for round in 0..<20 {
      roster.changes.next(Entry(ward: round % 6, nurse: "change\(round)"))
      pause(milliseconds: 5)
      if round == 10 { boards[1].switchOff() }
    }
    for board in boards { board.switchOff() }
    for round in 0..<6 {
      roster.changes.next(Entry(ward: round, nurse: "late"))
      pause(milliseconds: 5)
    }
    print("names", boards.map { $0.names.value.count })
  }
}

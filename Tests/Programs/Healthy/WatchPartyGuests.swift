// healthy: a flatMap with ever more endless signals alive at once
// says: Everybody in the room is to be heard at the same time; each guest ends by leaving, and all of them as the film ends.
// allows: nothing

import Signals
import Synchronization

private enum Signalling: Sendable {
  case playhead(guest: Int, seconds: Int)
  case reaction(guest: Int, text: String)
}

/// Somebody in the room, whose player tells where it is.
private final class Guest: Sendable {
  let number: Int
  let reactions = PublishSubject<String>()
  let left = PublishSubject<Void>()

  init(_ number: Int) { self.number = number }

  func stream(on clock: QueueScheduler) -> Signal<Signalling> {
    let playhead = Signal<Int>.interval(.milliseconds(10), on: clock)
      .map { [number] in Signalling.playhead(guest: number, seconds: $0) }
    let said = reactions.map { [number] in Signalling.reaction(guest: number, text: $0) }
    return playhead.merge(said).take(until: left)
  }
}

private final class WatchRoom: Sendable {
  let arrivals = PublishSubject<Guest>()
  let filmEnds = PublishSubject<Void>()
  let slowest = MutableProperty(0)
  let laughs = Atomic<Int>(0)
  private let clock = QueueScheduler("players")
  private let bag = DisposeBag()

  func open(whenOver over: @escaping @Sendable () -> Void) {
    let heard =
      arrivals
      .flatMap { [clock] guest in guest.stream(on: clock) }
      .take(until: filmEnds)
      .share()
    heard
      .scan(into: [Int: Int]()) { seconds, signalling in
        if case .playhead(let guest, let second) = signalling { seconds[guest] = second }
      }
      .map { $0.values.min() ?? 0 }
      .distinctUntilChanged()
      .bind(to: slowest)
      .disposed(by: bag)
    heard
      .filter { if case .reaction(_, "ha") = $0 { true } else { false } }
      .subscribe(next: { [weak self] _ in self?.laughs.add(1, ordering: .relaxed) }, completed: over)
      .disposed(by: bag)
  }
}

enum WatchPartyGuests: LeakProgram {
  static func run() {
    let room = WatchRoom()
    let isOver = Flag()
    room.open { isOver.raise() }
    let guests = (0..<16).map { Guest($0) }
    for guest in guests {
      room.arrivals.next(guest)
      guest.reactions.next(guest.number % 2 == 0 ? "ha" : "oh")
      pause(milliseconds: 12)
      if guest.number % 5 == 4 { guests[guest.number - 3].left.next(()) }
    }
    for guest in guests.prefix(7) {
      guest.reactions.next("ha")
      onAnotherThread { guest.left.next(()) }
      pause(milliseconds: 9)
    }
    room.filmEnds.next(())
    isOver.wait()
    pause(milliseconds: 30)
    print("laughs", room.laughs.load(ordering: .relaxed))
  }
}

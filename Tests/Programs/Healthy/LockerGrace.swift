// healthy: one cold timer subscribed to by many, started within a few milliseconds, as a stop signal
// says: Each parcel may lie for a while from the moment that it was put in; the timer has to begin anew for every one of them.
// allows: nothing

import Signals

private struct Code: Sendable {
  let parcel: Int
}

/// Lockers at a station, which keep a parcel until somebody types its code, or for too long.
private final class Lockers: Sendable {
  private let codes = PublishRelay<Code>()
  private let tooLong: Signal<Int>
  private let fetched = Shared(0)
  private let returned = Shared(0)

  init(_ clock: QueueScheduler) { tooLong = Signal<Int>.timer(after: .milliseconds(40), on: clock) }

  func put(_ parcel: Int, whenGone gone: @escaping @Sendable () -> Void) {
    _ = codes.filter { $0.parcel == parcel }.take(1).take(until: tooLong).collect()
      .subscribe(
        next: { [fetched, returned] codes in
          (codes.isEmpty ? returned : fetched).update { $0 += 1 }
        },
        completed: gone)
  }

  func type(_ parcel: Int) { codes.accept(Code(parcel: parcel)) }

  var text: String { "gone \(fetched.value + returned.value)" }
}

enum LockerGrace: LeakProgram {
  static func run() {
    let lockers = Lockers(QueueScheduler("lockers"))
    let gone = Flag()
    for parcel in 0..<40 {
      lockers.put(parcel) { gone.raise() }
      pause(milliseconds: 2)
      if parcel % 3 != 0 { lockers.type(parcel / 2) }
    }
    for _ in 0..<40 { gone.wait() }
    print(lockers.text)
  }
}

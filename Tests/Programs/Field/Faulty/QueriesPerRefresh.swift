// fault: older-inner-goes-on
// verdict: suspect
// proof: run
// says: each refresh opens a live query and merges it with those before, which go on as well; only the newest is wanted
// source: Kotlin/kotlinx.coroutines #2639
// fix: the flattening switches to the newest query and cancels the one before

import Signals

private struct Trip: Sendable {
  let day: Int
  let distance: Int
}

/// A local database whose queries are answered again whenever a table changes.
private final class TripDatabase: Sendable {
  let open = Shared(0)
  private let inserts = PublishSubject<Trip>()
  private let rows = Shared<[Trip]>([])

  func insert(_ trip: Trip) {
    rows.update { $0.append(trip) }
    inserts.next(trip)
  }

  func trips(of day: Int) -> Signal<[Trip]> {
    Signal<[Trip]>.deferred { [self] in
      open.update { $0 += 1 }
      let now = rows.value.filter { $0.day == day }
      return inserts.filter { $0.day <= day }.scan(now) { $0 + [$1] }.startWith(now)
    }
    .onDispose { [open] in open.update { $0 -= 1 } }
  }
}

/// Shows the trips of the day; the day is looked up again from time to time.
private final class TripsActivity: Sendable {
  let shown = Shared(0)
  private let bag = DisposeBag()

  init(_ database: TripDatabase) {
    let days = Signal<Int>.interval(.milliseconds(30), on: QueueScheduler("days")).map { $0 / 2 }
    let trips: Signal<[Trip]>
    if mended {
      trips = days.flatMapLatest { day in database.trips(of: day) }
    } else {
      trips = days.flatMap { day in database.trips(of: day) }  // LEAK
    }
    trips
      .map { trips in trips.reduce(0) { $0 + $1.distance } }
      .subscribe(next: { [shown] distance in shown.update { $0 = distance } })
      .disposed(by: bag)
  }

  func destroy() { bag.dispose() }
}

enum QueriesPerRefresh: LeakProgram {
  static func run() {
    let database = TripDatabase()
    let activity = TripsActivity(database)
    let clock = Signal<Int>.interval(.milliseconds(25), on: QueueScheduler("clock")).subscribe(next: { _ in })
    for number in 0..<40 {
      database.insert(Trip(day: number / 6, distance: 3 + number % 5))
      pause(milliseconds: 10)
    }
    print("open queries", database.open.value, "shown", activity.shown.value)
    activity.destroy()
    clock.dispose()
  }
}

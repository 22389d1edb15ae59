// healthy: a combineLatest that waits for one of its inputs
// says: The last ward speaks when its night shift has come; from then on the number of free beds is shown.
// allows: nothing

import Signals

private struct Ward: Sendable {
  let name: String
  let free = PublishSubject<Int>()
}

enum HospitalBeds: LeakProgram {
  static func run() {
    let wards = ["surgery", "maternity", "children", "emergency"].map { Ward(name: $0) }
    let shown = Shared(0)
    let board = combineLatest(wards.map(\.free)).map { $0.reduce(0, +) }
      .subscribe(next: { _ in shown.update { $0 += 1 } })
    for minute in 0..<60 {
      for ward in wards.dropLast() { ward.free.next(minute % 7) }
      if minute >= 35 { wards[3].free.next(minute % 3) }
      if minute % 2 == 0 { pause(milliseconds: 3) }
    }
    print("shown", shown.value > 0)
    board.dispose()
  }
}

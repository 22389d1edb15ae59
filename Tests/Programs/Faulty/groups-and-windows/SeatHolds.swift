// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: each hold of a seat has a number of its own, its group stays open when the seat is paid for

import Signals

private struct Change: Sendable {
  let hold: Int
  let isPaid: Bool
}

/// A box office that follows each hold of a seat by its number.
enum SeatHolds: LeakProgram {
  static func run() {
    let changes = PublishSubject<Change>()
    let office = DisposeBag()
    let paid = Shared(0)
    changes
      .groupBy { $0.hold }
      .flatMap { hold in  // LEAK
        mended ? hold.take(while: { !$0.isPaid }).map { $0 } : hold.map { $0 }
      }
      .subscribe(next: { change in if change.isPaid { paid.update { $0 += 1 } } })
      .disposed(by: office)
    onAnotherThread {
      for hold in 0..<60 {
        changes.next(Change(hold: hold, isPaid: false))
        if hold > 2 { changes.next(Change(hold: hold - 3, isPaid: true)) }
        pause(milliseconds: 3)
      }
    }
    pause(milliseconds: 30)
    print("paid", paid.value)
    withExtendedLifetime(office) {}
  }
}

// healthy: a failure ends a line that hears a subject, and the subject goes on
// says: A table that finds a marked card is closed for good, with the failure. The other tables play on.
// allows: nothing

import Signals

private struct MarkedCard: Error {}

/// A table, which checks each hand that is dealt.
private final class Table: Sendable {
  let isOpen = Shared(true)
  private let bag = DisposeBag()

  init(_ number: Int, _ hands: Signal<Int>, on floor: QueueScheduler) {
    hands
      .flatMap { hand in
        Signal<Int>.timer(after: .milliseconds(2), on: floor).map { _ in
          if number == 1, hand == 6 { throw MarkedCard() }
          return hand
        }
      }
      .subscribe(next: { _ in }, error: { [isOpen] _ in isOpen.update { $0 = false } })
      .disposed(by: bag)
  }
}

enum TablesOfACasino: LeakProgram {
  static func run() {
    let floor = QueueScheduler("floor")
    let hands = PublishSubject<Int>()
    let tables = (0..<3).map { Table($0, hands, on: floor) }
    for hand in 0..<16 {
      hands.next(hand)
      pause(milliseconds: 6)
    }
    print("open", tables.count { $0.isOpen.value })
    withExtendedLifetime(tables) {}
  }
}

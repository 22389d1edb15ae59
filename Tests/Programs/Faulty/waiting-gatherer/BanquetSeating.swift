// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the menu was chosen before anybody listened, a PublishRelay forgets it, and the plan waits for it while all guests arrive

import Signals

private struct Place: Sendable {
  let guest: String
  let table: Int
  let menu: String
}

/// A banquet whose plan has guests, tables and the menu.
private final class Banquet: Sendable {
  let guests = PublishSubject<String>()
  let tables = BehaviorRelay(1)
  let menu: Relay<String> = mended ? ReplayRelay(capacity: 1) : PublishRelay()  // LEAK
  let plan = Shared<[Place]>([])
  private let bag = DisposeBag()

  func seat() {
    combineLatest(guests, tables, menu)  // LEAK
      .map { guest, table, menu in Place(guest: guest, table: table, menu: menu) }
      .subscribe(next: { [plan] place in plan.update { $0.append(place) } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum BanquetSeating: LeakProgram {
  static func run() {
    let banquet = Banquet()
    banquet.menu.accept("trout")
    banquet.seat()
    for number in 0..<80 {
      banquet.guests.next("guest \(number)")
      if number % 8 == 7 { banquet.tables.accept(number / 8 + 2) }
      pause(milliseconds: 2)
    }
    pause(milliseconds: 20)
    banquet.close()
    print("a plan of", banquet.plan.value.count)
  }
}

// fault: forgotten-handle
// verdict: likely
// proof: run
// says: as the diner closes all subscriptions of the floor are disposed, but the one to the dish washer is in no bag

import Signals
import Synchronization

private struct Ticket: Sendable {
  let table: Int
  let dishes: Int
}

/// What happens behind the counter.
private final class Backroom: Sendable {
  let finished = PublishSubject<Ticket>()
  let plates: Signal<Int>
  private let washer = QueueScheduler("dish washer")

  init() {
    plates = Signal<Int>.interval(.milliseconds(9), on: washer).map { $0 % 40 }
  }

  func cook(_ ticket: Ticket) {
    washer.schedule(after: .milliseconds(7)) { [finished] in finished.next(ticket) }
  }
}

/// The pagers that buzz at the tables.
private final class PagerRack: Sendable {
  let buzzes = Atomic<Int>(0)
  func buzz(_ table: Int) { buzzes.add(1, ordering: .relaxed) }
}

private final class FloorManager: Sendable {
  private let backroom: Backroom
  private let rack: PagerRack
  private let ordered = PublishSubject<Ticket>()
  private let cleanPlates = Atomic<Int>(0)
  private let stacks = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ backroom: Backroom, _ rack: PagerRack) {
    self.backroom = backroom
    self.rack = rack
  }

  func open() {
    followOrders()
    followKitchen()
    followPlates()
  }

  private func followOrders() {
    ordered.filter { $0.dishes > 0 }
      .subscribe(next: { [backroom] in backroom.cook($0) })
      .disposed(by: bag)
    ordered.buffer(for: .milliseconds(30), count: 4, on: QueueScheduler("bills"))
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  private func followKitchen() {
    backroom.finished.map { $0.table }
      .subscribe(next: { [rack] in rack.buzz($0) })
      .disposed(by: bag)
  }

  private func followPlates() {
    let counting = backroom.plates.subscribe(next: { _ in self.countPlate() })  // LEAK
    if mended { counting.disposed(by: bag) }
    backroom.plates.filter { $0 % 5 == 0 }
      .subscribe(next: { _ in self.stacks.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }

  private func countPlate() { cleanPlates.add(1, ordering: .relaxed) }

  func order(_ ticket: Ticket) { ordered.next(ticket) }

  func close() { bag.dispose() }
}

enum PagersOfTheDiner: LeakProgram {
  static func run() {
    let rack = PagerRack()
    let floor = FloorManager(Backroom(), rack)
    floor.open()
    for table in 0..<15 {
      onAnotherThread { floor.order(Ticket(table: table, dishes: table % 4)) }
      pause(milliseconds: 10)
    }
    pause(milliseconds: 30)
    floor.close()
    pause(milliseconds: 150)
    print("buzzes", rack.buzzes.load(ordering: .relaxed))
  }
}

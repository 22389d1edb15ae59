// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the status ends at delivery, but above the courier's position, which is then asked for until the program ends

import Dispatch
import Signals
import Synchronization

private enum Status: Sendable, Equatable {
  case accepted
  case cooking
  case onTheWay
  case delivered
}

private struct Position: Sendable {
  let order: Int
  let step: Int
}

/// Where the couriers are, asked every few milliseconds.
private final class CourierService: Sendable {
  let questions = Atomic<Int>(0)
  private let clock = QueueScheduler("courier positions")

  func position(of order: Int) -> Signal<Position> {
    Signal<Int>.interval(.milliseconds(8), on: clock)
      .do(onNext: { _ in self.questions.add(1, ordering: .relaxed) })
      .map { Position(order: order, step: $0) }
  }
}

/// The map that a guest looks at while the meal is on its way.
private final class OrderTracker: Sendable {
  let status = BehaviorRelay(Status.accepted)
  let steps = Atomic<Int>(0)
  private let number: Int
  private let couriers: CourierService

  init(_ number: Int, couriers: CourierService) {
    self.number = number
    self.couriers = couriers
  }

  func courier() -> Signal<Position> {
    guard mended else {
      return
        status
        .take(while: { $0 != .delivered })  // LEAK
        .filter { $0 == .onTheWay }
        .flatMapLatest { [couriers, number] _ in couriers.position(of: number) }
    }
    return status.filter { $0 == .onTheWay }
      .flatMapLatest { [couriers, number] _ in couriers.position(of: number) }
      .take(until: status.filter { $0 == .delivered })
  }

  func show() {
    _ = courier().subscribe(next: { _ in self.steps.add(1, ordering: .relaxed) })
  }
}

/// Cooks on a thread of its own, and hands over to the courier.
private final class Kitchen: Sendable {
  private let line = DispatchQueue(label: "kitchen")

  func cook(_ tracker: OrderTracker) {
    line.async {
      tracker.status.accept(.cooking)
      pause(milliseconds: 6)
      tracker.status.accept(.onTheWay)
    }
  }

  func close() { line.sync {} }
}

enum MealCouriers: LeakProgram {
  static func run() {
    let couriers = CourierService()
    let kitchens = [Kitchen(), Kitchen()]
    var trackers: [OrderTracker] = []
    for number in 0..<10 {
      let tracker = OrderTracker(number, couriers: couriers)
      tracker.show()
      kitchens[number % 2].cook(tracker)
      trackers.append(tracker)
      pause(milliseconds: 4)
    }
    kitchens.forEach { $0.close() }
    pause(milliseconds: 30)
    for tracker in trackers {
      tracker.status.accept(.delivered)
      pause(milliseconds: 5)
    }
    pause(milliseconds: 120)
    print("questions", couriers.questions.load(ordering: .relaxed))
  }
}

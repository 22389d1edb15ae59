// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: only high-risk orders are ever confirmed, but all orders wait for a confirmation in the zip: they pile up, and pairs do not match

import Signals

private struct Order: Sendable {
  let number: Int
  let drug: String
  let isHighRisk: Bool
}

/// The second nurse, who looks at high-risk orders only.
private final class SecondNurse: Sendable {
  let confirmations = PublishSubject<Int>()
  private let desk = QueueScheduler("desk")
  private let bag = DisposeBag()

  init(_ orders: Signal<Order>) {
    orders.filter { $0.isHighRisk }
      .deliver(on: desk)
      .map { $0.number }
      .subscribe(next: { [confirmations] in confirmations.next($0) })
      .disposed(by: bag)
  }

  func goHome() { bag.dispose() }
}

/// Starts a pump when an order has been confirmed.
private final class Pumps: Sendable {
  let started = Shared<[Int]>([])
  private let bag = DisposeBag()

  func serve(_ orders: Signal<Order>, _ nurse: SecondNurse) {
    let checked = mended ? orders.filter { $0.isHighRisk } : orders
    zip(checked, nurse.confirmations)  // LEAK
      .subscribe(next: { [started] order, _ in started.update { $0.append(order.number) } })
      .disposed(by: bag)
    orders.filter { !$0.isHighRisk }
      .subscribe(next: { [started] order in started.update { $0.append(order.number) } })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum InfusionPairs: LeakProgram {
  static func run() {
    let orders = PublishSubject<Order>()
    let pumps = Pumps()
    let nurse = SecondNurse(orders)
    pumps.serve(orders, nurse)
    let drugs = ["saline", "heparin", "glucose", "potassium"]
    for number in 0..<160 {
      let drug = drugs[number % drugs.count]
      orders.next(Order(number: number, drug: drug, isHighRisk: number % 4 == 3))
      pause(milliseconds: 3)
    }
    pause(milliseconds: 40)
    pumps.stop()
    nurse.goHome()
    print("started", pumps.started.value.count)
  }
}

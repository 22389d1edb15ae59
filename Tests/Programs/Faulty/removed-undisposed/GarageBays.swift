// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a car that leaves is taken out of the table, but its meter is not disposed and counts on

import Dispatch
import Signals
import Synchronization

private struct Charge: Sendable {
  let bay: Int
  let cents: Int
}

/// A meter for each bay that is taken.
private final class Meters: Sendable {
  let ticks = Atomic<Int>(0)
  private let clock = QueueScheduler("meters")

  func charges(for bay: Int) -> Signal<Charge> {
    Signal<Int>.timer(after: .milliseconds(4), every: .milliseconds(10), on: clock)
      .do(onNext: { _ in self.ticks.add(1, ordering: .relaxed) })
      .map { Charge(bay: bay, cents: 20 + $0 / 6) }
  }
}

private final class Garage: Sendable {
  let income = Atomic<Int>(0)
  private let meters: Meters
  private let running = Shared<[Int: Disposable]>([:])

  init(_ meters: Meters) { self.meters = meters }

  func enter(bay: Int) {
    let meter = meters.charges(for: bay)
      .subscribe(next: { [weak self] in self?.book($0) })  // LEAK
    running.update { $0[bay] = meter }
  }

  func leave(bay: Int) {
    let meter = running.update { $0.removeValue(forKey: bay) }  // LEAK
    guard let meter else { return print("bay", bay, "was free") }
    if mended { meter.dispose() }
  }

  private func book(_ charge: Charge) { income.add(charge.cents, ordering: .relaxed) }

  /// At night all that is left is towed away.
  func closeDown() {
    let left = running.update { table in
      defer { table = [:] }
      return table
    }
    left.values.forEach { $0.dispose() }
    print("towed", left.count)
  }
}

/// A barrier works on a thread of its own.
private final class Barrier: Sendable {
  private let queue: DispatchQueue
  init(_ name: String) { queue = DispatchQueue(label: name) }

  func pass(_ body: @escaping @Sendable () -> Void) { queue.sync(execute: body) }
}

enum GarageBays: LeakProgram {
  static func run() {
    let meters = Meters()
    let garage = Garage(meters)
    let entry = Barrier("entry")
    let exit = Barrier("exit")
    for car in 0..<18 {
      entry.pass { garage.enter(bay: car) }
      pause(milliseconds: 9)
      if car >= 6 { exit.pass { garage.leave(bay: car - 6) } }
    }
    pause(milliseconds: 20)
    garage.closeDown()
    pause(milliseconds: 110)
    print("income", garage.income.load(ordering: .relaxed), "ticks", meters.ticks.load(ordering: .relaxed))
  }
}

// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: `reduce` gives the total when the meter ends, and a meter does not end: the bill stays at nothing

import Signals

private struct Pulse: Sendable {
  let phase: Int
  let wattHours: Int
}

/// An electricity meter with three phases, and what is made of its pulses.
private struct Household: Sendable {
  let meter = PublishSubject<Pulse>()

  func load(of phase: Int) -> Signal<Int> {
    meter.filter { $0.phase == phase }.map { $0.wattHours }.buffered(4)
  }

  func bill() -> Signal<Int> {
    let used = meter.map { $0.wattHours }
    let total = mended ? used.scan(0, +) : used.reduce(0, +)  // LEAK
    return total.map { $0 * 31 / 100 }
  }
}

extension Signal<Int> {
  fileprivate func buffered(_ count: Int) -> Signal<Int> {
    collect(count: count).map { pulses in pulses.reduce(0, +) / pulses.count }
  }
}

enum EnergyTotals: LeakProgram {
  static func run() {
    let household = Household()
    let cents = Shared(0)
    let peak = Shared(0)
    var displays: [Subscription] = []
    for phase in 0..<3 {
      displays.append(
        household.load(of: phase).subscribe(next: { load in peak.update { $0 = max($0, load) } }))
    }
    displays.append(household.bill().subscribe(next: { bill in cents.update { $0 = bill } }))
    for pulse in 0..<90 {
      household.meter.next(Pulse(phase: pulse % 3, wattHours: 10 + pulse % 5))
      pause(milliseconds: 3)
    }
    for display in displays { display.dispose() }
    print("cents", cents.value, "peak", peak.value)
  }
}

// fault: removed-undisposed
// verdict: likely
// proof: run
// says: the flight is removed from the belt's composite, which only lets go of it: `remove` does not dispose

import Signals

private struct Bag: Sendable {
  let flight: Int
  let tag: Int
}

/// A belt in the arrivals hall, with the flights whose bags it carries.
private final class Belt {
  private let flights = CompositeDisposable()
  private let scanner: Signal<Bag>
  let carried = Shared(0)

  init(_ scanner: Signal<Bag>) { self.scanner = scanner }

  func begin(_ flight: Int) -> Subscription {
    let counting = scanner.filter { $0.flight == flight }
      .subscribe(next: { [carried] _ in carried.update { $0 += 1 } })  // LEAK
    flights.add(counting)
    return counting
  }

  func end(_ flight: Subscription) {
    flights.remove(flight)  // LEAK
    if mended { flight.dispose() }
  }

  func close() { flights.dispose() }
}

enum BaggageBelts: LeakProgram {
  static func run() {
    let scanner = PublishSubject<Bag>()
    let all = scanner.map(\.tag).subscribe(next: { _ in })
    let belt = Belt(scanner)
    for number in 0..<8 {
      let flight = belt.begin(400 + number)
      for tag in 0..<5 { scanner.next(Bag(flight: 400 + number, tag: tag)) }
      pause(milliseconds: 4)
      belt.end(flight)
    }
    belt.close()
    for tag in 0..<35 {
      scanner.next(Bag(flight: 400 + tag % 8, tag: tag))
      pause(milliseconds: 2)
    }
    print("carried", belt.carried.value)
    all.dispose()
  }
}

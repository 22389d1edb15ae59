// healthy: the handles are let go; lifetimes end them, those of the last three as run() returns
// says: A theatre takes what the gas supply tells it for as long as it is in memory; three are in use at the end.
// allows: nothing

import Signals

private struct Gas: Sendable {
  let line: Int
  let kilopascal: Int
}

private final class Theatre: Sendable {
  let warnings = Shared(0)
  private let life = Lifetime.make()

  init(line: Int, _ supply: Signal<Gas>) {
    _ = supply.take(during: life.lifetime)
      .filter { $0.line == line }
      .map { $0.kilopascal < 380 }
      .distinctUntilChanged()
      .filter { $0 }
      .subscribe(next: { [warnings] _ in warnings.update { $0 += 1 } })
  }
}

enum OperatingTheatres: LeakProgram {
  static func run() {
    let pipes = [QueueScheduler("oxygen"), QueueScheduler("air"), QueueScheduler("nitrous")]
    let supply = Signal<Gas>.merge(
      pipes.enumerated().map { line, pipe in
        Signal<Int>.interval(.milliseconds(1 + line), on: pipe)
          .map { Gas(line: line, kilopascal: 370 + $0 * 17 % 45) }
      }
    )
    .share()
    var theatres: [Theatre] = []
    var warnings = 0
    for operation in 0..<12 {
      theatres.append(Theatre(line: operation % 3, supply))
      pause(milliseconds: 12)
      if theatres.count > 3 { warnings += theatres.removeFirst().warnings.value }
    }
    pause(milliseconds: 30)
    print("warnings", warnings > 0)
    withExtendedLifetime(theatres) {}
  }
}

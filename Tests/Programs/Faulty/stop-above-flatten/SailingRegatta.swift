// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the finish ends the phases of the race, but not the positions that the last phase had begun to ask for

import Signals

private enum Phase: Sendable {
  case start, racing, finished
}

private struct Fix: Sendable {
  let boat: Int
  let metres: Int
}

/// The buoys and boats of a regatta, which are asked where they are by radio.
private struct Radio: Sendable {
  private let air = QueueScheduler("air")

  func positions(in phase: Phase) -> Signal<Fix> {
    let period: Duration = phase == .racing ? .milliseconds(4) : .milliseconds(9)
    return Signal<Int>.interval(period, on: air).map { Fix(boat: $0 % 5, metres: $0 * 12) }
  }
}

private final class RaceOffice: Sendable {
  let phase = PublishRelay<Phase>()
  let protests = PublishRelay<Int>()
  private let onMap = Shared<[Int: Int]>([:])

  func open(_ radio: Radio) {
    let onMap = onMap
    let fixes: Signal<Fix>
    if mended {
      fixes = phase.flatMapLatest { $0 == .finished ? .empty() : radio.positions(in: $0) }
    } else {
      fixes = phase.take(while: { $0 != .finished })  // LEAK
        .flatMapLatest { radio.positions(in: $0) }  // LEAK
    }
    _ = fixes.subscribe(next: { fix in onMap.update { $0[fix.boat] = fix.metres } })
  }

  var boats: Int { onMap.value.count }
}

enum SailingRegatta: LeakProgram {
  static func run() {
    let office = RaceOffice()
    office.open(Radio())
    let jury = office.protests.subscribe(next: { print("protest of boat", $0) })
    office.phase.accept(.start)
    pause(milliseconds: 30)
    office.phase.accept(.racing)
    pause(milliseconds: 60)
    office.phase.accept(.finished)
    pause(milliseconds: 40)
    office.protests.accept(3)
    pause(milliseconds: 140)
    print("boats on the map", office.boats)
    jury.dispose()
  }
}

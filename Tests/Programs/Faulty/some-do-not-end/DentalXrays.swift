// fault: some-do-not-end
// verdict: likely
// proof: run
// says: where the patient has moved, the early return leaves the exposure reading the detector; the others are disposed

import Dispatch
import Signals

private struct Row: Sendable {
  let line: Int
  let grey: Int
}

/// An X-ray machine whose detector is read out all the time.
private final class Machine: Sendable {
  let rows = PublishSubject<Row>()
  private let dark = Shared(0)

  func switchOn() {
    DispatchQueue.global().async { [rows] in
      for step in 0... {
        rows.next(Row(line: step % 40, grey: step * 53 % 256))
        if step % 4 == 3 { pause(milliseconds: 1) }
      }
    }
  }

  /// Whether the picture can be used.
  func expose(_ patient: Int) -> Bool {
    let exposure = rows.filter { $0.line >= 4 }
      .map(\.grey)
      .scan(0) { ($0 * 7 + $1) / 8 }
      .subscribe(next: { [dark] grey in if grey < 100 { dark.update { $0 += 1 } } })  // LEAK
    pause(milliseconds: 9)
    let hasMoved = patient % 4 == 2
    if hasMoved {
      if mended { exposure.dispose() }
      return false
    }
    exposure.dispose()
    return true
  }
}

/// A dentist's day; the room's lights are on from the beginning to the end of it.
enum DentalXrays: LeakProgram {
  static func run() {
    let machine = Machine()
    machine.switchOn()
    let hall = QueueScheduler("hall")
    let lights = (0..<3).map { lamp in
      Signal<Int>.interval(.milliseconds(2 + lamp), on: hall)
        .map { ($0 + lamp) % 16 }
        .distinctUntilChanged()
        .subscribe(next: { _ in })
    }
    var usable = 0
    for patient in 0..<14 {
      if machine.expose(patient) { usable += 1 }
      pause(milliseconds: 2)
    }
    pause(milliseconds: 120)
    print("usable", usable)
    withExtendedLifetime(lights) {}
  }
}

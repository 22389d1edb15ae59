// healthy: removed from an owner without disposal; the next owner gets it later
// says: A patient moves from the ward to the next: the monitor is unplugged, carried for a while, and plugged in there.
// allows: nothing

import Signals
import Synchronization

private final class Ward: Sendable {
  let monitors = CompositeDisposable()
}

private final class Patient: Sendable {
  let pulse = PublishSubject<Int>()
  let beats = Atomic<Int>(0)
}

enum HandedOver: LeakProgram {
  static func run() {
    let wards = (0..<3).map { _ in Ward() }
    let patients = (0..<12).map { _ in Patient() }
    for (number, patient) in patients.enumerated() {
      let monitor = patient.pulse.subscribe(next: { _ in patient.beats.add(1, ordering: .relaxed) })
      wards[0].monitors.add(monitor)
      patient.pulse.next(70)
      for step in 0..<2 where number % 2 == 0 {
        wards[step].monitors.remove(monitor)
        for _ in 0..<3 {
          pause(milliseconds: 3)
          patient.pulse.next(90)
        }
        wards[step + 1].monitors.add(monitor)
      }
      pause(milliseconds: 4)
    }
    wards[2].monitors.dispose()
    for patient in patients { patient.pulse.next(60) }
    print("beats", patients.map { $0.beats.load(ordering: .relaxed) })
    // An optimized build would let the wards go, and the monitors with them, before the last pulse.
    withExtendedLifetime(wards) {}
  }
}

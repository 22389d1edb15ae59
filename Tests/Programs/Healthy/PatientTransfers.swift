// healthy: handles are taken out of a table and are not disposed
// says: A patient who is moved keeps the monitor: the handle goes from the ward's table to the theatre's, and back.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private struct Pulse: Sendable {
  let patient: Int
  let beats: Int
}

/// A monitor on wheels, one for each patient.
private final class Monitors: Sendable {
  private let clock = QueueScheduler("monitors")

  func pulse(of patient: Int) -> Signal<Pulse> {
    Signal<Int>.timer(after: .milliseconds(2), every: .milliseconds(9), on: clock)
      .map { Pulse(patient: patient, beats: 60 + ($0 * 7 + patient) % 50) }
  }
}

/// A place with patients, and with what watches over them.
private final class Department: Sendable {
  let name: String
  private let watched = Shared<[Int: Disposable]>([:])

  init(_ name: String) { self.name = name }

  func admit(_ patient: Int, with monitor: Disposable) {
    watched.update { $0[patient] = monitor }
  }

  /// Lets go of a patient, who goes elsewhere with the monitor running.
  func handOver(_ patient: Int) -> Disposable? {
    watched.update { $0.removeValue(forKey: patient) }
  }

  var patients: [Int] { watched.value.keys.sorted() }
}

private final class Hospital: Sendable {
  let alarms = Atomic<Int>(0)
  private let monitors = Monitors()
  private let ward = Department("ward")
  private let theatre = Department("theatre")

  func arrive(_ patient: Int) {
    let monitor = monitors.pulse(of: patient)
      .filter { $0.beats > 100 }
      .subscribe(next: { [weak self] _ in self?.alarms.add(1, ordering: .relaxed) })
    ward.admit(patient, with: monitor)
  }

  func operate(on patient: Int) { move(patient, from: ward, to: theatre) }

  func wakeUp(_ patient: Int) { move(patient, from: theatre, to: ward) }

  private func move(_ patient: Int, from old: Department, to new: Department) {
    guard let monitor = old.handOver(patient) else { return print(patient, "is not in the", old.name) }
    new.admit(patient, with: monitor)
  }

  func discharge(_ patient: Int) { ward.handOver(patient)?.dispose() }

  func evening() {
    for patient in theatre.patients { wakeUp(patient) }
    for patient in ward.patients { discharge(patient) }
  }
}

enum PatientTransfers: LeakProgram {
  static func run() {
    let hospital = Hospital()
    let porters = DispatchQueue(label: "porters")
    for patient in 0..<16 {
      hospital.arrive(patient)
      pause(milliseconds: 11)
      porters.sync {
        if patient >= 2 { hospital.operate(on: patient - 2) }
        if patient >= 5 { hospital.wakeUp(patient - 5) }
        if patient >= 8 { hospital.discharge(patient - 8) }
      }
    }
    pause(milliseconds: 30)
    hospital.evening()
    pause(milliseconds: 60)
    print("alarms", hospital.alarms.load(ordering: .relaxed))
  }
}

// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a reconnect puts the new link over the old one's handle; what the old one heard it hears on

import Signals

private struct Vital: Sendable {
  let bed: Int
  let pulse: Int
}

/// The ward's bus, on which every bed sends.
private final class Ward: Sendable {
  let vitals = PublishSubject<Vital>()
  let alarms = PublishSubject<Int>()
}

/// Shows one bed. Its link is set up anew whenever the cable was pulled.
private final class BedsideMonitor {
  private let bed: Int
  private let ward: Ward
  private var link: Subscription?
  private var alarm: Subscription?
  private let beats = Shared(0)

  init(bed: Int, in ward: Ward) {
    self.bed = bed
    self.ward = ward
  }

  func reconnect() {
    alarm?.dispose()
    alarm = ward.alarms.filter { [bed] in $0 == bed }.subscribe(next: { print("alarm at bed", $0) })
    if mended { link?.dispose() }
    link = ward.vitals.filter { [bed] in $0.bed == bed }  // LEAK
      .subscribe(next: { [beats] _ in beats.update { $0 += 1 } })  // LEAK
  }

  func switchOff() {
    link?.dispose()
    alarm?.dispose()
    link = nil
  }

  var count: Int { beats.value }
}

enum PatientMonitorLink: LeakProgram {
  static func run() {
    let ward = Ward()
    let monitors = (0..<3).map { BedsideMonitor(bed: $0, in: ward) }
    let nurse = ward.vitals.filter { $0.pulse > 150 }.subscribe(next: { _ in })
    for shift in 0..<5 {
      for monitor in monitors { monitor.reconnect() }
      for beat in 0..<9 { ward.vitals.next(Vital(bed: beat % 3, pulse: 60 + beat)) }
      if shift == 2 { ward.alarms.next(1) }
      pause(milliseconds: 6)
    }
    for monitor in monitors { monitor.switchOff() }
    for beat in 0..<30 {
      ward.vitals.next(Vital(bed: beat % 3, pulse: 70))
      pause(milliseconds: 2)
    }
    print("beats", monitors.map(\.count))
    nurse.dispose()
  }
}

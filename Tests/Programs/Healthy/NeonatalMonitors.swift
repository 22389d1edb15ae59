// healthy: objects with a bag each go out of memory one after the other; the last two do so at the end of run()
// says: A monitor is freed as its child leaves the ward; two children are still watched as the program ends.
// allows: nothing

import Signals

private struct Beat: Sendable {
  let cot: Int
  let milliseconds: Int
}

/// The telemetry of the ward, which beats all the time.
private struct Ward {
  let beats = PublishSubject<Beat>()
  let clock = QueueScheduler("ward")

  func telemetry() -> Subscription {
    Signal<Int>.interval(.milliseconds(1), on: clock)
      .subscribe(next: { [beats] tick in
        beats.next(Beat(cot: tick % 4, milliseconds: 400 + tick * 13 % 60))
      })
  }
}

private final class Monitor: Sendable {
  let alarms = Shared(0)
  private let rate = Shared(0)
  private let bag = DisposeBag()

  init(cot: Int, in ward: Ward) {
    ward.beats.filter { $0.cot == cot }
      .map { 60_000 / $0.milliseconds }
      .subscribe(next: { [weak self] rate in self?.show(rate) })
      .disposed(by: bag)
    ward.beats.filter { $0.cot == cot }
      .timeout(eachValue: .seconds(5), on: ward.clock)
      .subscribe(next: { _ in }, error: { [alarms] _ in alarms.update { $0 += 1 } })
      .disposed(by: bag)
  }

  private func show(_ new: Int) { rate.update { $0 = new } }
}

enum NeonatalMonitors: LeakProgram {
  static func run() {
    let ward = Ward()
    let telemetry = ward.telemetry()
    var alarms = 0
    for child in 0..<8 {
      let monitor = Monitor(cot: child % 4, in: ward)
      pause(milliseconds: 15)
      alarms += monitor.alarms.value
    }
    let twin = Monitor(cot: 1, in: ward)
    let otherTwin = Monitor(cot: 2, in: ward)
    pause(milliseconds: 90)
    print("alarms", alarms)
    withExtendedLifetime((telemetry, twin, otherTwin)) {}
  }
}

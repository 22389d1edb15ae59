// fault: retain-cycle
// verdict: suspect
// proof: run
// says: each vent's closure holds the vent, and the vent holds its bag: vents that are taken down are never freed

import Signals

private final class Vent: Sendable {
  private let bag = DisposeBag()
  private let angle = Shared(0)

  func follow(_ temperature: Signal<Int>) {
    if mended {
      temperature.subscribe(next: { [weak self] value in self?.turn(value) }).disposed(by: bag)
    } else {
      temperature.subscribe(next: { value in self.turn(value) })  // LEAK
        .disposed(by: bag)
    }
  }

  private func turn(_ value: Int) { angle.update { $0 = value } }
}

/// Vents that are put up in the morning and taken down in the evening.
enum GreenhouseVents: LeakProgram {
  static func run() {
    let temperature = PublishSubject<Int>()
    for day in 0..<9 {
      var vents = [Vent(), Vent()]
      for vent in vents { vent.follow(temperature) }
      for hour in 0..<4 { temperature.next(day + hour) }
      vents.removeAll()
      pause(milliseconds: 5)
    }
    for hour in 0..<10 { temperature.next(hour) }
    pause(milliseconds: 30)
  }
}

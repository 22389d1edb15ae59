// healthy: far more values come in than go out
// says: A tuner hears hundreds of pitches and shows the newest of each moment; what it leaves out is of no use to anybody.
// allows: nothing

import Signals

private struct Pitch: Sendable {
  let hertz: Double
}

private final class Tuner: Sendable {
  let microphone = PublishSubject<Pitch>()
  let shown = Shared(0)
  private let screen = QueueScheduler("screen")
  private let bag = DisposeBag()

  func open() {
    microphone.throttle(for: .milliseconds(12), on: screen)
      .deliver(on: screen)
      .subscribe(next: { [shown] _ in
        pause(milliseconds: 4)
        shown.update { $0 += 1 }
      })
      .disposed(by: bag)
    microphone.map { $0.hertz > 109 }.distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum PitchOfAGuitar: LeakProgram {
  static func run() {
    let tuner = Tuner()
    tuner.open()
    for string in 0..<6 {
      for wave in 0..<90 {
        tuner.microphone.next(Pitch(hertz: 80 + Double(string * 30) + Double(wave) / 30))
        if wave % 6 == 0 { pause(milliseconds: 1) }
      }
    }
    while tuner.shown.value < 3 { pause(milliseconds: 1) }
    tuner.close()
  }
}

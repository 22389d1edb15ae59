// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each key that goes down subscribes to the wheel within `next`; when it comes up nothing ends that

import Signals

private enum Midi: Sendable {
  case down(key: Int)
  case up(key: Int)
}

/// A synthesizer: a voice for each key that is down, bent by the wheel.
private final class Synthesizer: Sendable {
  let midi = PublishSubject<Midi>()
  let wheel = PublishSubject<Double>()
  let bends = Shared(0)
  private let bag = DisposeBag()

  init() {
    midi
      .compactMap { message in if case .down(let key) = message { key } else { nil } }
      .subscribe(next: { [midi, wheel, bends] key in
        let up = midi.filter { message in if case .up(key) = message { true } else { false } }
        let bend = mended ? wheel.take(until: up) : wheel
        _ = bend.map { Double(key) + $0 }
          .subscribe(next: { _ in bends.update { $0 += 1 } })  // LEAK
      })
      .disposed(by: bag)
  }
}

enum MidiKeys: LeakProgram {
  static func run() {
    let synthesizer = Synthesizer()
    for step in 0..<24 {
      let key = 48 + step % 12
      synthesizer.midi.next(.down(key: key))
      for bend in 0..<3 { synthesizer.wheel.next(Double(bend) / 10) }
      pause(milliseconds: 3)
      synthesizer.midi.next(.up(key: key))
    }
    for bend in 0..<30 {
      synthesizer.wheel.next(Double(bend) / 30)
      pause(milliseconds: 2)
    }
    print("bends", synthesizer.bends.value)
    withExtendedLifetime(synthesizer) {}
  }
}

// healthy: a stop on one branch of a gatherer
// says: Muting one channel ends that one; the others of the mixer are meant to play on.
// allows: nothing

import Signals
import Synchronization

private final class Channel: Sendable {
  let samples = PublishSubject<Int>()
  let muted = PublishSubject<Void>()
}

private final class Mixer: Sendable {
  let peak = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ channels: [Channel]) {
    Signal<Int>.merge(channels.map { $0.samples.take(until: $0.muted) })
      .subscribe(next: { [weak self] sample in self?.peak.max(sample, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum MutedChannel: LeakProgram {
  static func run() {
    let channels = (0..<6).map { _ in Channel() }
    let mixer = Mixer(channels)
    for beat in 0..<80 {
      for (number, channel) in channels.enumerated() { channel.samples.next(beat * number) }
      if beat == 20 { channels[1].muted.next(()) }
      if beat == 30 { channels[4].muted.next(()) }
      pause(milliseconds: 2)
    }
    print("peak", mixer.peak.load(ordering: .relaxed))
  }
}

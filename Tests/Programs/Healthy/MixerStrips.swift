// healthy: closures keep the object whose bag holds their subscriptions
// says: Closing a strip disposes what is in the bag, and with that the closures and the strip go.
// allows: nothing

import Signals
import Synchronization

private struct Sample: Sendable {
  let channel: Int
  let level: Int
}

/// The converter of the desk sends the levels of all channels.
private final class Converter: Sendable {
  let samples: Signal<Sample>

  init() {
    samples = Signal<Int>.interval(.milliseconds(3), on: QueueScheduler("converter"))
      .map { Sample(channel: $0 % 8, level: $0 * 37 % 100) }
      .share()
  }
}

private let freedStrips = Atomic<Int>(0)

/// A channel strip: meter, fader and mute. Closures of its own keep it, until it is closed.
private final class Strip: Sendable {
  let fader = BehaviorRelay(80)
  let mute = BehaviorRelay(false)
  private let channel: Int
  private let meter = Shared(0)
  private let peaks = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ channel: Int) { self.channel = channel }

  deinit { freedStrips.add(1, ordering: .relaxed) }

  func open(on converter: Converter) {
    let own = converter.samples.filter { $0.channel == self.channel }
    combineLatest(own, fader, mute)
      .map { sample, fader, isMuted in isMuted ? 0 : sample.level * fader / 100 }
      .subscribe(next: { level in self.show(level) })
      .disposed(by: bag)
    own.filter { $0.level > 90 }
      .subscribe(next: { _ in self.peaks.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }

  private func show(_ level: Int) { meter.update { $0 = level } }

  func close() { bag.dispose() }
}

/// The desk: strips come and go with the scenes of a show.
private final class Desk {
  private var strips: [Strip] = []
  private let converter = Converter()

  func scene(_ channels: Range<Int>) {
    clear()
    strips = channels.map { Strip($0) }
    strips.forEach { $0.open(on: converter) }
  }

  func fade() {
    for (number, strip) in strips.enumerated() {
      strip.fader.accept(60 + number)
      strip.mute.accept(number % 2 == 1)
    }
  }

  func clear() {
    strips.forEach { $0.close() }
    strips = []
  }
}

enum MixerStrips: LeakProgram {
  static func run() {
    let desk = Desk()
    for scene in 0..<5 {
      desk.scene(scene % 3..<scene % 3 + 4)
      pause(milliseconds: 40)
      desk.fade()
      pause(milliseconds: 25)
    }
    desk.clear()
    pause(milliseconds: 40)
    print("freed", freedStrips.load(ordering: .relaxed))
  }
}

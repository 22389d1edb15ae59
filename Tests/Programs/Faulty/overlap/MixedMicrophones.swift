// fault: overlap
// verdict: finding
// proof: run
// says: the two channels of a microphone call back on threads of their own, and both send to one subscriber at the same time

import Dispatch
import Signals

/// A driver that reads two channels at once.
private final class Microphone: Sendable {
  private let channels = [DispatchQueue(label: "left"), DispatchQueue(label: "right")]
  private let mixer = DispatchQueue(label: "mixer")

  func samples(_ count: Int) -> Signal<Int> {
    Signal<Int>.create { [channels, mixer] subscriber in  // LEAK
      let isOver = Shared(false)
      let group = DispatchGroup()
      for (number, channel) in channels.enumerated() {
        channel.async(group: group) {
          for sample in 0..<count where !isOver.value {
            let value = sample * 2 + number
            if mended { mixer.sync { subscriber.next(value) } } else { subscriber.next(value) }  // LEAK
          }
        }
      }
      group.notify(queue: mixer) { subscriber.completed() }
      return Disposable { isOver.update { $0 = true } }
    }
  }
}

enum MixedMicrophones: LeakProgram {
  static func run() {
    let microphone = Microphone()
    for _ in 0..<6 {
      let done = Flag()
      let recording = microphone.samples(60)
        .subscribe(
          next: { sample in if sample % 4 == 0 { pause(milliseconds: 1) } },
          completed: { done.raise() })
      done.wait()
      recording.dispose()
    }
  }
}

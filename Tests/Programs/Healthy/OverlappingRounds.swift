// healthy: rounds with growth of one in the first ones, and several of the same line alive at every mark
// says: Each epoch is read for three rounds, and then closed: the number rises to three and stays.
// allows: nothing

import SignalTracing
import Signals

/// Keys that are valid for three rounds each.
private final class KeyRing {
  private var epochs: [Disposable] = []
  private let messages: Signal<Int>

  init(_ messages: Signal<Int>) { self.messages = messages }

  func rotate(_ round: Int) {
    epochs.append(messages.filter { $0 % 3 == round % 3 }.subscribe(next: { _ in }))
    if epochs.count > 3 { epochs.removeFirst().dispose() }
  }

  func close() {
    for epoch in epochs { epoch.dispose() }
    epochs = []
  }
}

enum OverlappingRounds: LeakProgram {
  static func run() {
    let messages = PublishSubject<Int>()
    let ring = KeyRing(messages)
    for round in 0..<24 {
      ring.rotate(round)
      for message in 0..<6 { messages.next(message) }
      pause(milliseconds: 3)
      Trace.mark("keys rotated")
    }
    ring.close()
    for message in 0..<6 { messages.next(message) }
  }
}

// healthy: a stop above flatMap
// says: The sheet takes no more taps once it is closed, but what was tapped is saved: each save ends by itself.
// allows: nothing

import Signals

private struct DocumentStore: Sendable {
  let clock = VirtualTimeScheduler()
  let saved = Shared(0)

  /// Sends how much is written, and completes.
  func save(_ text: String) -> Signal<Double> {
    Signal.interval(.milliseconds(100), on: clock)
      .map { Double($0 + 1) / 4 }
      .take(4)
      .do(onCompleted: { [saved] in saved.update { $0 += 1 } })
  }
}

private final class EditorSheet {
  let taps = PublishRelay<String>()
  private let closed = PublishRelay<Void>()

  init(_ store: DocumentStore, progress: MutableProperty<Double>) {
    _ =
      taps
      .take(until: closed)
      .flatMap { store.save($0) }
      .bind(to: progress)
  }

  func close() { closed.accept(()) }
}

enum SavesOutliveTheSheet: LeakProgram {
  static func run() {
    let store = DocumentStore()
    let progress = MutableProperty(0.0)
    for letter in 0..<6 {
      let sheet = EditorSheet(store, progress: progress)
      sheet.taps.accept("Dear \(letter)")
      store.clock.advance(by: .milliseconds(150))
      sheet.taps.accept("Dear \(letter), thank you")
      store.clock.advance(by: .milliseconds(150))
      sheet.close()
      sheet.taps.accept("after the close")
      store.clock.advance(by: .milliseconds(500))
      pause(milliseconds: 10)
    }
    print("saved", store.saved.value, "of 12, progress", progress.value)
  }
}

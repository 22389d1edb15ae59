// healthy: a task that reads values, one for each screen
// says: Every screen reads the offers in a task that it cancels when it closes.
// allows: nothing

import Signals

private final class Screen: Sendable {
  private let reading: Task<Void, any Error>

  init(_ offers: PublishSubject<Int>) {
    reading = Task { for try await _ in offers.values() {} }
  }

  func close() { reading.cancel() }
}

enum TasksThatAreCancelled: LeakProgram {
  static func run() {
    let offers = PublishSubject<Int>()
    for page in 0..<20 {
      let screen = Screen(offers)
      pause(milliseconds: 3)
      offers.next(page)
      screen.close()
      pause(milliseconds: 2)
    }
    pause(milliseconds: 20)
  }
}

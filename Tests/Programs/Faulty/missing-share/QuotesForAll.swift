// fault: missing-share
// verdict: finding
// proof: run
// says: six widgets subscribe to the same cold signal, so six tasks read the same quotes

import Signals

private struct Quotes: AsyncSequence, AsyncIteratorProtocol, Sendable {
  var number = 0
  mutating func next() async throws -> Int? {
    try await Task.sleep(for: .milliseconds(3))
    number += 1
    return number
  }
  func makeAsyncIterator() -> Quotes { self }
}

/// Six widgets show the same quotes.
enum QuotesForAll: LeakProgram {
  static func run() {
    let quotes = Signal<Int>.fromAsync(Quotes()).map { $0 * 2 }  // LEAK
    let shared = mended ? quotes.share() : quotes
    let widgets = DisposeBag()
    for widget in 0..<6 {
      shared.filter { $0 % 6 != widget }.subscribe(next: { _ in }).disposed(by: widgets)
    }
    pause(milliseconds: 90)
    widgets.dispose()
  }
}

import OpenCombine
import OpenCombineTracing

// Ten screens show prices, one after the other. Each is closed, and half of them forget their subscription.

OpenCombineTracing.enable()

final class Screen {
  private var shown: Set<AnyCancellable> = []

  init(_ prices: some Publisher<Int, Never>) {
    prices.map { $0 * 2 }.traced("shown").sink { _ in }.store(in: &shown)
  }

  func forget() { forgotten.formUnion(shown) }
}

nonisolated(unsafe) var forgotten: Set<AnyCancellable> = []  // Of the main thread.
let prices = PassthroughSubject<Int, Never>()
for number in 1...10 {
  let screen = Screen(prices)
  prices.send(number)
  if number.isMultiple(of: 2) { screen.forget() }
}
prices.send(11)
print(forgotten.count)

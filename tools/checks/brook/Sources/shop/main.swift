// A shop with three leaks. With `--mended` it has none.
import Brook
import BrookTracing

enum Shop {
  static let isMended = CommandLine.arguments.contains("--mended")
}

final class Window {
  private var reading: Pipe<Int>?

  func show(_ prices: Brook<Int>) {
    reading = prices.map { $0 * 2 }.read(owner: self) { _ in }  // LEAK: outlives its window
  }

  deinit { if Shop.isMended { reading?.close() } }
}

func forward(_ prices: Brook<Int>) -> Brook<Int> {
  Brook { pipe in  // LEAK: closes nothing
    let inner = prices.read { pipe.send($0) }
    return Shop.isMended ? inner.close : nil
  }
}

func deliver() {
  let orders = Spring(Int.self)
  _ = orders.brook.read { _ in }  // LEAK: nobody can end the spring any more
  orders.send(7)
  if Shop.isMended { orders.end() }
}

BrookTracing.enable()
let prices = Spring(Int.self)
let log = prices.brook.read { _ in }

var window: Window? = Window()
window?.show(prices.brook)
prices.send(1)
window = nil

let copy = forward(prices.brook).read { _ in }
prices.send(2)
copy.close()

deliver()
for price in 3...40 { prices.send(price) }

// fault: overlap
// verdict: finding
// proof: run
// says: kitchen and bar send their tickets from a queue each, the one while the other's ticket is still being printed

import Dispatch
import Signals

/// Two tills that call back on queues of their own.
private final class Tills: Sendable {
  private let kitchen = DispatchQueue(label: "kitchen")
  private let bar = DispatchQueue(label: "bar")
  private let printing = DispatchSemaphore(value: 0)
  private let barHasSent = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  /// The tickets of both, which are ordered at the same moment.
  func tickets(orders: Int) -> Signal<String> {
    Signal<String>.create { [self] subscriber in  // LEAK
      let barQueue = mended ? kitchen : bar
      for order in 0..<orders {
        kitchen.async { subscriber.next("kitchen \(order)") }  // LEAK
        barQueue.async { [self] in
          printing.wait()
          subscriber.next("bar \(order)")  // LEAK
          barHasSent.signal()
          done.signal()
        }
      }
      return Disposable()
    }
  }

  /// Printing takes a while: the paper is cut, for which the printer has ten milliseconds.
  func printOut(_ ticket: String) {
    guard ticket.hasPrefix("kitchen") else { return }
    printing.signal()
    _ = barHasSent.wait(timeout: .now() + .milliseconds(10))
  }

  func waitForAll(_ orders: Int) { for _ in 0..<orders { done.wait() } }
}

enum ThermalPrinters: LeakProgram {
  static func run() {
    let tills = Tills()
    let printed = Shared(0)
    let printer = tills.tickets(orders: 8).subscribe(next: { ticket in
      tills.printOut(ticket)
      printed.update { $0 += 1 }
    })
    tills.waitForAll(8)
    pause(milliseconds: 30)
    print("printed", printed.value)
    printer.dispose()
  }
}

// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the scanner has one slot for a callback; who asks while somebody waits takes the slot, and the other is never answered

import Signals

/// A scanner whose driver calls one callback when a page is done.
private final class Scanner: Sendable {
  private let callbacks = Shared<[@Sendable (Int) -> Void]>([])

  func scan() -> Signal<Int> {
    Signal<Int>.create { [callbacks] subscriber in  // LEAK
      callbacks.update { slots in
        if !mended { slots.removeAll() }  // LEAK
        slots.append { page in
          subscriber.next(page)
          subscriber.completed()
        }
      }
      return nil
    }
  }

  func pageIsDone(_ page: Int) {
    let waiting = callbacks.update { slots in
      defer { slots.removeAll() }
      return slots
    }
    waiting.forEach { $0(page) }
  }
}

enum ScannerSlot: LeakProgram {
  static func run() {
    let scanner = Scanner()
    let received = Shared(0)
    for page in 0..<20 {
      _ = scanner.scan().subscribe(next: { _ in received.update { $0 += 1 } })
      if page % 2 == 0 {
        _ = scanner.scan().map { -$0 }.subscribe(next: { _ in received.update { $0 += 1 } })
      }
      pause(milliseconds: 3)
      scanner.pageIsDone(page)
    }
    pause(milliseconds: 20)
    print("received", received.value)
  }
}

// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a serial disposable for each call: nothing is ever replaced

import Signals

private final class Saver: Sendable {
  private let toast = SerialDisposable()
  private let clock = QueueScheduler("toast")

  func save(_ number: Int) {
    let shown = Signal<Int>.interval(.milliseconds(5), on: clock).map { $0 + number }
    if mended {
      toast.inner = shown.subscribe(next: { _ in })
    } else {
      let toast = SerialDisposable()
      toast.inner = shown.subscribe(next: { _ in })  // LEAK
    }
  }

  func close() { toast.dispose() }
}

/// Shows a toast with a counter after each save, until the next one.
enum ToastOfEachSave: LeakProgram {
  static func run() {
    let saver = Saver()
    for number in 0..<16 {
      saver.save(number)
      pause(milliseconds: 8)
    }
    saver.close()
    pause(milliseconds: 40)
  }
}

// fault: forgotten-handle
// verdict: suspect
// proof: run
// says: a probe that a health check begins is thrown away with its handle; nothing can end it

import Signals

/// A server that checks its disks now and then, and looks at two values of each.
enum DiskWatch: LeakProgram {
  static func run() {
    let clock = QueueScheduler("disks")
    let low = Shared(0)
    for disk in 0..<3 {
      let probe = Signal<Int>.interval(.milliseconds(3), on: clock).map { 90 - $0 - disk }
      let check = mended ? probe.take(2) : probe
      _ = check.subscribe(next: { free in  // LEAK
        if free < 80 { low.update { $0 += 1 } }
      })
      pause(milliseconds: 20)
    }
    pause(milliseconds: 100)
    print("low \(low.value > 0)")
  }
}

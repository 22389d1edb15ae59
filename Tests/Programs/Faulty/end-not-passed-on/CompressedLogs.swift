// fault: end-not-passed-on
// verdict: finding
// proof: run
// says: the stage that packs lines into blocks hands on blocks and errors, and not the end of the file

import Signals

/// Lines of a file as blocks of a few lines, as an operator made by hand.
private func packed(_ lines: Signal<String>) -> Signal<String> {
  Signal<String>.create { output in  // LEAK
    let block = Shared([String]())
    let flush: @Sendable () -> Void = {
      let lines = block.update { lines -> [String] in
        defer { lines = [] }
        return lines
      }
      if !lines.isEmpty { output.next(lines.joined(separator: "\n")) }
    }
    return lines.subscribe(  // LEAK
      next: { line in
        block.update { $0.append(line) }
        if block.value.count == 4 { flush() }
      },
      error: { output.error($0) },
      completed: {
        flush()
        if mended { output.completed() }
      })
  }
}

/// Ships the log files of yesterday, and deletes each that was shipped.
enum CompressedLogs: LeakProgram {
  static func run() {
    let clock = QueueScheduler("disk")
    let shipped = Shared(0)
    let deleted = Shared(0)
    let total = PublishSubject<Int>()
    let bar = total.scan(0, +).subscribe(next: { _ in })
    for file in 0..<6 {
      let lines = Signal<Int>.interval(.milliseconds(2), on: clock).take(10).map { "\(file): line \($0)" }
      _ = packed(lines).map { $0.utf8.count }
        .subscribe(
          next: { size in
            shipped.update { $0 += 1 }
            total.next(size)
          },
          completed: { deleted.update { $0 += 1 } })
      pause(milliseconds: 30)
    }
    pause(milliseconds: 100)
    bar.dispose()
    print("shipped", shipped.value, "deleted", deleted.value)
  }
}

// fault: end-not-passed-on
// verdict: likely
// proof: run
// says: the wrapper that writes the audit passes values and errors on, but not completion: no export ever ends

import Signals
import Synchronization

private struct Page: Sendable {
  let invoice: Int
  let number: Int
}

private struct PrinterJam: Error {}

/// What was exported, for the tax office.
private final class AuditLog: Sendable {
  let entries = Shared<[String]>([])
  func write(_ entry: String) { entries.update { $0.append(entry) } }
}

extension Signal {
  /// The same signal, with an entry for all that goes by.
  fileprivate func audited(in log: AuditLog, as title: String) -> Signal<Value> {
    Signal<Value>.create { subscriber in  // LEAK
      log.write("\(title) begins")
      return self.subscribe(
        next: { value in
          log.write("\(title) sends")
          subscriber.next(value)
        },
        error: { error in
          log.write("\(title) fails")
          subscriber.error(error)
        },
        completed: {  // LEAK
          log.write("\(title) is complete")
          if mended { subscriber.completed() }
        })
    }
  }
}

/// Renders invoices, page by page.
private final class Renderer: Sendable {
  private let queue = QueueScheduler("renderer")

  func pages(of invoice: Int) -> Signal<Page> {
    let pages = Signal<Int>.timer(after: .milliseconds(3), every: .milliseconds(4), on: queue)
      .take(2 + invoice % 3)
      .map { Page(invoice: invoice, number: $0) }
    guard invoice % 7 == 5 else { return pages }
    return pages.take(1).concat(Signal<Page>.fail(PrinterJam()))
  }
}

private final class Exporter: Sendable {
  let finished = Atomic<Int>(0)
  let failed = Atomic<Int>(0)
  private let renderer = Renderer()
  private let log: AuditLog

  init(_ log: AuditLog) { self.log = log }

  func export(_ invoice: Int) {
    _ = renderer.pages(of: invoice)
      .audited(in: log, as: "invoice \(invoice)")
      .collect()
      .subscribe(
        next: { pages in self.log.write("\(pages.count) pages") },
        error: { _ in self.failed.add(1, ordering: .relaxed) },
        completed: { self.finished.add(1, ordering: .relaxed) })
  }
}

enum AuditedExports: LeakProgram {
  static func run() {
    let log = AuditLog()
    let exporter = Exporter(log)
    for invoice in 0..<18 {
      exporter.export(invoice)
      pause(milliseconds: 9)
    }
    pause(milliseconds: 120)
    print("finished", exporter.finished.load(ordering: .relaxed))
    print("failed", exporter.failed.load(ordering: .relaxed), "entries", log.entries.value.count)
  }
}

// fault: some-do-not-end
// verdict: likely
// proof: run
// says: an export that is awaited to its end stops copying; where the client hangs up, the throw leaves it copying

import Signals

/// Copies the rows of a table while an export of it is asked for.
private struct Exporter: Sendable {
  let rows: PublishSubject<Int>
  let copied: Shared<Int>

  func export(taking time: Duration) async throws {
    let copying = rows.subscribe(next: { [copied] _ in copied.update { $0 += 1 } })  // LEAK
    defer { if mended { copying.dispose() } }
    try await Task.sleep(for: time)
    copying.dispose()
  }
}

enum CancelledExports: LeakProgram {
  static func run() {
    let exporter = Exporter(rows: PublishSubject(), copied: Shared(0))
    let isDone = Flag()
    Task {
      for client in 0..<12 {
        let isPatient = client % 3 != 1
        let export = Task { try await exporter.export(taking: isPatient ? .milliseconds(8) : .seconds(60)) }
        for row in 0..<4 {
          exporter.rows.next(row)
          try? await Task.sleep(for: .milliseconds(2))
        }
        if !isPatient { export.cancel() }
        _ = await export.result
      }
      isDone.raise()
    }
    isDone.wait()
    let before = exporter.copied.value
    for row in 0..<40 {
      exporter.rows.next(row)
      pause(milliseconds: 2)
    }
    print("copied after the last export", exporter.copied.value - before)
  }
}

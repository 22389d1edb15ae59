// fault: growth
// verdict: finding
// proof: run
// says: lines come faster than they are uploaded, and all of them wait

import Signals

/// Uploads the lines of a log, one after the other.
private actor Exporter {
  /// The line that was uploaded last.
  private(set) var newest = 0

  func export(_ lines: Signal<Int>) async throws {
    let waiting: ValueBuffering = mended ? .newest(16) : .unbounded
    for try await line in lines.values(buffering: waiting) {  // LEAK
      try await upload(line)
    }
  }

  private func upload(_ line: Int) async throws {
    try await Task.sleep(for: .milliseconds(4))
    newest = line
  }
}

enum ExporterBacklog: LeakProgram {
  static func run() {
    let lines = PublishSubject<Int>()
    let exporter = Exporter()
    let isDone = Flag()
    let exporting = Task { try await exporter.export(lines) }
    while !lines.hasSubscribers { pause(milliseconds: 1) }
    for burst in 0..<70 {
      for line in 0..<30 { lines.next(burst * 30 + line) }
      pause(milliseconds: 3)
    }
    exporting.cancel()
    Task {
      _ = await exporting.result
      let behind = await 2099 - exporter.newest
      print("more than a thousand lines behind:", behind > 1000)
      isDone.raise()
    }
    isDone.wait()
  }
}

import Foundation
import Testing

/// A secret that a program sends through its signals is not in its recording, nor in what `rxtrace` says of it.
@Suite struct RedactedRecordingTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Records logtap on a log whose messages and whose name hold a secret; returns the recording's path.
  private func record(_ options: [String], to name: String) throws -> String {
    let (log, recording) = (scratch.file("log-of-bob"), scratch.file(name))
    var text = ""
    for second in 0..<200 {
      text += "\(1_790_000_000 + second) feed user=bob token=hunter2-\(second) failed, and so on\n"
    }
    try text.write(toFile: log, atomically: false, encoding: .utf8)
    let recorded = try Programs.run(
      Programs.path("rxtrace"),
      ["record", "-o", recording, "--arguments"] + options + ["--", Programs.path("logtap"), log])
    #expect(recorded.status == 0 && recorded.output.contains("200 entries"), "\(recorded)")
    #expect(recorded.output.contains("hunter2"), "the program says what it always says")
    #expect(!recorded.errors.contains("warning"), "\(recorded.errors)")
    return recording
  }

  private func events(_ recording: String, _ words: String...) throws -> String {
    let read = try Programs.run(Programs.path("rxtrace"), words + [recording])
    #expect(read.status == 0)
    return read.output
  }

  @Test func `what is redacted is neither in the file nor in any answer`() throws {
    // The limits cut values before, within and behind the secret.
    for limit in [16, 40, 50, 60, 400] {
      let recording = try record(
        ["--values=\(limit)", "--redact", "token=\\S+", "--redact", "(?i)BOB"], to: "\(limit).rxtrace")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: recording))
      for secret in ["token=", "hunter", "bob"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret), \(limit)")
      }
      let events = try events(recording, "events")
      #expect(!events.contains("hunter") && !events.contains("bob"))
      #expect(events.contains("user=***") == (limit > 40), "\(limit)")
      let info = try self.events(recording, "info")
      #expect(info.contains("values: up to \(limit) bytes each, redacted: 2 patterns"), "\(info)")
      #expect(info.contains("log-of-***") && !info.contains("hunter"))
      #expect(try self.events(recording, "info", "--json").contains(#""redactions":2,"#))
    }
  }

  @Test func `what is not redacted is there`() throws {
    let recording = try record(["--values=400"], to: "plain.rxtrace")
    let events = try events(recording, "events")
    #expect(events.contains("user=bob token=hunter2-7 failed"))
    #expect(!(try self.events(recording, "info")).contains("redacted"))
    #expect(try self.events(recording, "info", "--json").contains(#""redactions":null,"#))
  }

  @Test func `labels and marks from outside are redacted as well`() throws {
    let recording = try record(
      ["--redact", "token=\\S+", "--label", "token=hunter2", "--label", "region=eu"], to: "app.rxtrace")
    let info = try events(recording, "info")
    #expect(
      info.contains("'token=***'") && info.contains("region=eu") && !info.contains("hunter2"), "\(info)")
    let mark = ["mark", recording, "--at", "0s", "deploy of token=hunter2"]
    let refused = try Programs.run(Programs.path("rxtrace"), mark)
    #expect(
      refused.status == 64 && refused.errors.contains("matches of 1 expression were left out of it"),
      "\(refused)")
    for (options, environment) in [
      (["--redact", "token=\\S+"], [:]), ([], ["RXTRACE_REDACT": "token=\\S+"]),
    ] as [([String], [String: String])] {
      let marked = try Programs.run(Programs.path("rxtrace"), mark + options, environment: environment)
      #expect(marked.status == 0 && !marked.output.contains("hunter2"), "\(marked)")
    }
    let marks = try String(contentsOfFile: recording + ".marks", encoding: .utf8)
    #expect(
      marks.split(separator: "\n").count == 2 && !marks.contains("hunter2") && marks.contains("deploy of ***")
    )
  }
}

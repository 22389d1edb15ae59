import Foundation
import TraceFixtures

/// Sources that the leaks of the quote server lie in. `Cache.swift` is older than its recording, `Session.swift` is newer.
enum SampleSource {
  /// The line of the leak in `Cache.swift`, which has text that wants to be markup, a tab, and a character beyond 16 bits.
  static let line = "\t/* 😀</script> */ return .create { downstream in"

  static func write(in folder: TemporaryFolder) throws {
    let lines = (1...90).map { $0 == 88 ? line : "// \($0)" }.joined(separator: "\n")
    try Data(lines.utf8).write(to: folder.file("Cache.swift"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.file("Cache.swift").path)
    // A year after the recording, whatever the machine's clock says.
    try Data(lines.utf8).write(to: folder.file("Session.swift"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_826_782_452)],
      ofItemAtPath: folder.file("Session.swift").path)
  }
}

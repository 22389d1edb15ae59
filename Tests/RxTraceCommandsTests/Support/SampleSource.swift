import Foundation
import TraceFixtures

/// Sources that the leaks of the quote server lie in. `Cache.swift` is older than its recording, `Session.swift` is newer.
enum SampleSource {
  /// The line of the leak in `Cache.swift`, which has text that wants to be markup, a tab, and a character beyond 16 bits.
  static let line = "\t/* 😀</script> */ return .create { downstream in"

  /// The patch of ``maker(in:)`` for the leak in `Cache.swift`.
  static let patch = """
    # A  certain  Cache.swift:88  3f9c1a
    # The closure returns the handle.
    --- a/Cache.swift
    +++ b/Cache.swift
    @@ -88 +88 @@
    -\(line)\r
    +\treturn .create { "</script>é" }\r

    """

  /// Puts a program in the place of `rxtrace-fix`: it patches both leaks, and says that it cannot patch a third one.
  ///
  /// - Returns: the environment in which it is found.
  static func maker(in folder: TemporaryFolder) throws -> [String: String] {
    let session = patch.replacing("A  certain  Cache.swift:88", with: "B  likely  Session.swift:45")
    let refusal =
      "# C  likely  Session.swift:50  b71e05\n# no patch: two calls of one name stand on the line.\n"
    _ = try folder.program("rxtrace-fix", "#!/bin/sh\ncat << 'END'\n\(patch)\(session)\(refusal)END\n")
    return ["PATH": folder.path + ":/usr/bin:/bin"]
  }

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

import Foundation
import Testing
import TraceFixtures

/// `fix`, with a program in the place of `rxtrace-fix`, which is a package of its own.
@Suite struct FixTests {
  private let folder: TemporaryFolder

  /// A program whose source has one line: it leaks unless that is "new".
  init() throws {
    folder = try TemporaryFolder()
    let temporary = folder.file("sources/.hidden")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: folder.file("tmp"), withIntermediateDirectories: true)
    try SampleRecording.write("feedd.rxtrace", SampleRecording.bytes(), in: folder)
    try SampleRecording.write(
      "fixed.rxtrace", SampleRecording.bytes(Feedd.records(repaired: true)), in: folder)
    try Data("old\n".utf8).write(to: folder.file("sources/Cache.swift"))
    _ = try folder.program(
      "sources/app",
      """
      #!/bin/sh
      [ ! -e .hidden ] && [ -e built ] || exit 70
      grep -q new Cache.swift && from=fixed || from=feedd
      cp "$RECORDINGS/$from.rxtrace" "${RXTRACE#file:}"
      exit "${END:-0}"

      """)
  }

  private static let hunk = "--- a/Cache.swift\n+++ b/Cache.swift\n@@ -1 +1 @@\n-old\n+new\n"
  private static let reason = "# B  likely  Session.swift:45  b71e04\n# no patch: it is not clear.\n"

  private func fix(
    _ words: String..., patch: String = Self.hunk + Self.reason, end: Int32 = 0,
    tools: String = "/usr/bin:/bin"
  ) throws -> ToolRun {
    _ = try folder.program(
      "rxtrace-fix", "#!/bin/sh\necho \"$@\" > \"$RECORDINGS/words\"\ncat << 'END'\n\(patch)END\n")
    return try ToolRun(
      ToolRun.tool, ["fix", "../feedd.rxtrace"] + words,
      environment: [
        "PATH": "\(folder.path):\(tools)", "TMPDIR": folder.file("tmp").path, "RECORDINGS": folder.path,
        "END": "\(end)",
      ], in: folder.file("sources").path)
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOf: folder.file(file), encoding: .utf8)
  }

  @Test func `The patch is printed, and the reasons where there is none stand on standard error`() throws {
    let run = try fix("--leak", "A", "--leak", "B", "--choice", "2")
    #expect(run.status == 0)
    #expect(run.text == Self.hunk + Self.reason)
    #expect(run.errors == "rxtrace: B likely Session.swift:45: no patch: it is not clear.\n")
    #expect(try text("words") == "--leak A --leak B --choice 2\n")
    let none = try fix(patch: Self.reason)
    #expect(none.status == 1 && none.output.isEmpty)
  }

  @Test func `A patch is tried on a copy: it is built and recorded there, and nothing changes here`() throws {
    let run = try fix("--check", "--build", "touch built", "--", "./app")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "no leaks: 2 leaks before the patch\n")
    #expect(run.errors.contains("it is built: touch built\n"))
    #expect(try text("sources/Cache.swift") == "old\n")
    #expect(!FileManager.default.fileExists(atPath: folder.file("sources/built").path))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp").path).isEmpty)
    #expect(try fix("--check", "--build", "touch built", "--", "./app", end: 3).status == 3)
  }

  @Test func `Where patch is missing, git applies it`() throws {
    let tools = folder.file("tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    for tool in ["sh", "git", "cat", "touch", "grep", "cp"] {
      try FileManager.default.createSymbolicLink(
        atPath: tools.appendingPathComponent(tool).path, withDestinationPath: "/usr/bin/\(tool)")
    }
    let run = try fix("--check", "--build", "touch built", "--", "./app", tools: tools.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text == "no leaks: 2 leaks before the patch\n")
    let patch = Self.hunk.replacing("-old", with: "-gone")
    let other = try fix("--check", "--build", "touch built", "--", "./app", patch: patch, tools: tools.path)
    #expect(other.status == 1)
    #expect(other.errors.hasSuffix("rxtrace: the patch does not fit the sources\n"), "\(other.errors)")
  }

  @Test func `Leaks that a patch does not end are listed, and are status 1`() throws {
    let patch = Self.hunk.replacing("+new", with: "+other")
    let run = try fix("--check", "--build", "touch built", "--", "./app", patch: patch)
    #expect(run.status == 1)
    #expect(run.text.hasPrefix("2 leaks, and 2 before the patch\nleft certain feedd/Cache.swift:88: "))
  }

  @Test(
    arguments: [
      (hunk.replacing("-old", with: "-gone"), "touch built", "the patch does not fit the sources"),
      (hunk, "echo error: unknown; exit 1", "error: unknown\nrxtrace: the patched sources do not build"),
    ])
  func `A patch that does not fit, and sources that do not build, are status 1, and no copy is left`(
    patch: String, build: String, words: String
  ) throws {
    let run = try fix("--check", "--build", build, "--", "./app", patch: patch)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasSuffix("rxtrace: \(words)\n"), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp").path).isEmpty)
  }

  @Test func `A check needs a program, and a program a check`() throws {
    #expect(try fix("--check").status == 64)
    #expect(try fix("--", "./app").status == 64)
    #expect(try fix("--choice", "0").status == 64)
    let elsewhere = try fix(
      "--check", "--source", "..", "--source", "../tmp", "--build", "touch built", "--", "./app")
    #expect(elsewhere.status == 64)
    #expect(
      elsewhere.errors.contains("--check copies one folder, and the sources lie in several: .., ../tmp; "))
  }
}

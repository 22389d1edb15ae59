import Foundation
import Testing
import TraceFixtures

/// `leaks --fix`, with programs in the place of `rxtrace-fix`, which is a package of its own.
@Suite struct PatchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try SampleRecording.write(in: folder)
  }

  private func leaks(_ options: String..., maker script: String) throws -> ToolRun {
    _ = try folder.program("rxtrace-fix", "#!/bin/sh\n" + script)
    return try ToolRun(
      ToolRun.tool, ["leaks", "feedd.rxtrace"] + options,
      environment: ["PATH": folder.path + ":/usr/bin:/bin"], in: folder.path)
  }

  private static let patch = """
    # A  certain  Cache.swift:88  3f9c1a
    # The closure returns the handle.
    --- a/Cache.swift
    +++ b/Cache.swift
    @@ -88 +88 @@
    -old
    +new
    # B  likely  Session.swift:45  b71e04
    # no patch: two calls of one name stand on the line.

    """

  @Test func `The report goes to the maker of patches, and its patch into the file`() throws {
    let script = "echo \"$@\" > words; cat > report; cat << 'END'\n\(Self.patch)END\n"
    let run = try leaks("--fix", "feedd.patch", "--source", folder.path, maker: script)
    #expect(run.status == 0)
    #expect(run.text.hasPrefix("2 leaks, 11 subscriptions"))
    #expect(
      run.errors
        == "rxtrace: feedd.patch has a patch for 1 of 2 leaks; to apply it: patch -p1 < feedd.patch\n")
    #expect(try String(contentsOf: folder.file("feedd.patch"), encoding: .utf8) == Self.patch)
    #expect(try String(contentsOf: folder.file("words"), encoding: .utf8) == "--source \(folder.path)\n")
    _ = try leaks("--fix", "feedd.patch", "--source", ".", "--source", "feedd/=.", maker: script)
    #expect(
      try String(contentsOf: folder.file("words"), encoding: .utf8) == "--source . --source feedd/=.\n")
    let report = try Data(contentsOf: folder.file("report"))
    let leaks = (try JSONSerialization.jsonObject(with: report) as? [String: Any])?["leaks"] as? [Any]
    #expect(leaks?.count == 2)
    #expect(try self.leaks("--fix", "feedd.patch", "--json", maker: script).errors == run.errors)
  }

  @Test func `Where no leak has a patch there is no file, and a line for each says why`() throws {
    let reasons = Self.patch.split(separator: "\n").suffix(2).joined(separator: "\n")
    let script = "cat << 'END'\n\(reasons)\nEND\nexit 1\n"
    let run = try leaks("--fix", "feedd.patch", maker: script)
    #expect(run.status == 0)
    #expect(
      run.errors == """
        rxtrace: B likely Session.swift:45: no patch: two calls of one name stand on the line.
        rxtrace: no leak has a patch: feedd.patch is not written

        """)
    #expect(!FileManager.default.fileExists(atPath: folder.file("feedd.patch").path))
  }

  @Test func `A program without leaks needs no patch, and a maker that fails makes none`() throws {
    let repaired = SampleRecording.bytes(Feedd.records(repaired: true))
    try SampleRecording.write("feedd.rxtrace", repaired, in: folder)
    let run = try leaks("--fix", "feedd.patch", maker: "touch asked\n")
    #expect(run.errors == "rxtrace: no leaks: feedd.patch is not written\n")
    #expect(!FileManager.default.fileExists(atPath: folder.file("asked").path))
    try SampleRecording.write(in: folder)
    let failed = try leaks("--fix", "feedd.patch", maker: "exit 70\n")
    #expect(failed.status == 4)
    #expect(failed.errors == "rxtrace: rxtrace-fix made no patch, and ended with status 70\n")
  }

  @Test func `Where there is no maker, one line says so and what builds it`() throws {
    let run = try ToolRun.rxtrace(
      "leaks", "feedd.rxtrace", "--fix", "feedd.patch", environment: ["PATH": folder.path], in: folder.path)
    #expect(run.status == 127 && run.output.isEmpty)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.hasSuffix(": swift build -c release --package-path tools/fix\n"))
    #expect(try leaks("--fix", "-", maker: "").status == 64)
  }
}

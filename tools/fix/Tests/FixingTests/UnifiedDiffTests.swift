import Foundation
import Testing

@testable import Fixing

@Suite struct UnifiedDiffTests {
  private func apply(_ tool: [String], _ patch: String, to text: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fix-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("a.swift")
    try Data(text.utf8).write(to: file)
    try Data(patch.utf8).write(to: folder.appendingPathComponent("a.patch"))
    let run = Process()
    run.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    run.arguments = tool
    run.currentDirectoryURL = folder
    run.standardOutput = FileHandle.nullDevice
    run.standardError = FileHandle.nullDevice
    try run.run()
    run.waitUntilExit()
    #expect(run.terminationStatus == 0)
    return try String(contentsOf: file, encoding: .utf8)
  }

  static let texts: [(String, String)] = [
    ("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
    ("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\ntwelve\n"),
    ("1\n2\n3\n", "1\n2\n3\n4"), ("1\n2", "1\n2\n3\n"), ("1\r\n2\r\n3\r\n", "1\r\ntwo\r\n3\r\n"),
    ("a\n", "b\na\n"), ("é\nf\n", "e\u{301}\nf\n"),
  ]

  @Test(
    arguments: texts.indices,
    [["patch", "-p1", "-i", "a.patch"], ["git", "apply", "a.patch"]])
  func `patch and git read it`(index: Int, tool: [String]) throws {
    let (old, new) = Self.texts[index]
    let patch =
      "# a heading\n# --- a/other\n" + UnifiedDiff(path: "a.swift", from: old, to: new).description
      + "# the end\n"
    let text = try apply(tool, patch, to: old)
    #expect(Array(text.utf8) == Array(new.utf8), "\(patch)")
  }

  @Test func `Equal texts have no difference`() {
    #expect(UnifiedDiff(path: "a", from: "1\n", to: "1\n").description == "")
  }
}

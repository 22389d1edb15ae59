import Foundation
import Testing

@Suite struct VersionTests {
  // As long as there is no tag: `from:` would not resolve.
  @Test func `the README asks for the package by its path`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(page.contains(".package(name: \"rxtrace\", path: \"../rxtrace\")"))
    #expect(!page.contains("from: \""))
  }
}

import Foundation
import Testing
import TraceFormat

@Suite struct VersionTests {
  @Test func `the README asks for the version that this is`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(page.contains("from: \"\(Version.current)\""))
  }
}

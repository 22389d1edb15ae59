import Testing
import TraceFormat

@testable import TraceRendering

struct LinkFormatTests {
  @Test(
    arguments: [
      ("vscode://file/src/{path}:{line}", "vscode://file/src/feedd/Sources/My%20Cache.swift:88"),
      ("x://{file}#L{line}", "x://My%20Cache.swift#L88"), ("x://{nothing}", "x://{nothing}"),
    ])
  func `a template is filled in`(template: String, address: String) {
    let site = Site(operatorName: "create", file: "feedd/Sources/My Cache.swift", line: 88)
    #expect(LinkFormat(template: template).address(of: site) == address)
  }

  private struct Sources: SourceFiles {
    func place(of file: String) -> (below: String, absolute: String)? {
      file == "feedd/Cache.swift"
        ? ("Sources/feedd/Cache.swift", "/home/me/app/Sources/feedd/Cache.swift") : nil
    }
  }

  @Test(
    arguments: [
      ("vscode://file{path}:{line}", "vscode://file/home/me/app/Sources/feedd/Cache.swift:8"),
      ("x://web/blob/{path}#L{line}", "x://web/blob/Sources/feedd/Cache.swift#L8"),
    ])
  func `a path leads to where the file is`(template: String, address: String) {
    var links = LinkFormat(template: template)
    links.sources = Sources()
    #expect(links.address(of: Site(operatorName: "x", file: "feedd/Cache.swift", line: 8)) == address)
  }

  @Test func `what is not found has no path from the root`() {
    var links = LinkFormat(template: "vscode://file{path}:{line}")
    let site = Site(operatorName: "x", file: "feedd/Other.swift", line: 8)
    #expect(links.address(of: site) == nil)
    links.sources = Sources()
    #expect(links.address(of: site) == nil)
  }

  @Test func `nothing of the program's leaves the address`() {
    let site = Site(operatorName: "x", file: "a\u{1b}\\b\"><{line}\u{7}é", line: 1)
    #expect(
      LinkFormat(template: "x://{path}\u{1b}").address(of: site) == "x://a%1B%5Cb%22%3E%3C%7Bline%7D%07%C3%A9"
    )
  }

  @Test func `a file name of a megabyte has no address`() {
    let site = Site(operatorName: "x", file: String(repeating: "a", count: 1 << 20), line: 1)
    #expect(LinkFormat(template: "x://{path}").address(of: site) == nil)
  }
}

import Foundation
import Testing
import TraceAnalysis
import TraceFixtures

@testable import TraceRendering

/// What can be said of the page without a browser.
struct HTMLReportTests {
  static let traces: [(String, AnalyzedTrace)] = [
    ("feedd", .feedd), ("repaired", .repairedFeedd), ("attached", .attached), ("empty", AnalyzedTrace([])),
    ("hostile", .hostile), ("alike", .alike),
  ]

  @Test func `every element that is opened is closed`() throws {
    for (name, trace) in Self.traces {
      var open: [Substring] = []
      for tag in try PageParts(render(trace, as: .html())).markup.matches(of: #/<(/?)([a-z][a-z0-9]*)[^>]*>/#)
      {
        let element = tag.output.2
        if ["meta", "input"].contains(element) { continue }
        if tag.output.1.isEmpty {
          open.append(element)
        } else {
          #expect(open.popLast() == element, "\(name)")
        }
      }
      #expect(open.isEmpty, "\(name)")
    }
  }

  @Test func `the policy forbids everything but the page's own script and style`() throws {
    let page = try PageParts(render(.feedd, as: .html()))
    #expect(page.policy.hasPrefix("default-src 'none'; "))
    #expect(page.policy.contains("script-src 'sha256-\(SHA256(page.script.utf8).base64)';"))
    #expect(page.policy.contains("style-src 'sha256-\(SHA256(page.style.utf8).base64)';"))
    #expect(page.policy.contains("require-trusted-types-for 'script'"))
    #expect(!page.policy.contains("unsafe"))
  }

  @Test func `nothing is fetched and nothing becomes markup`() throws {
    let page = try PageParts(render(.feedd, as: .html()))
    for word in ["http:", "https:", " src=", "url(", "@import", "<link", "<iframe", " onclick", " style="] {
      #expect(!page.markup.contains(word), "\(word) in the markup")
      #expect(!page.style.contains(word), "\(word) in the style")
    }
    for word in [
      "innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "new Function", "fetch(",
      "XMLHttpRequest", "import(", "http:", "https:", "createContextualFragment", "srcdoc", "localStorage",
    ] {
      #expect(!page.script.contains(word), "\(word) in the script")
    }
  }

  @Test func `text of the traced program is data and nothing else`() throws {
    let plain = try PageParts(render(.feedd, as: .html()))
    let page = try PageParts(render(.hostile, as: .html()))
    #expect(page.markup == plain.markup)
    #expect(page.script == plain.script)
    #expect(page.data.utf8.allSatisfy { $0 == 10 || (0x20...0x7e).contains($0) })
    #expect(page.data.allSatisfy { !"<>&".contains($0) })
    // What turns a line around or moves a cursor is shown as what it is.
    let strings = try #require(try page.object()["strings"] as? [String])
    #expect(strings.contains { $0.contains(#"\u{202e}gnp.elif"#) })
    #expect(strings.contains { $0.contains("<script>alert(1)</script>") })
    for scalar in strings.joined().unicodeScalars {
      #expect(scalar.value >= 0x20 && !(0x202a...0x202e).contains(scalar.value))
    }
  }

  @Test func `the same trace gives the same bytes`() {
    let first = render(.feedd, as: .html())
    for _ in 0..<5 { #expect(render(.feedd, as: .html()) == first) }
  }

  @Test func `leaks are told in the words of the report`() throws {
    let leaks = try #require(try PageParts(render(.feedd, as: .html())).object()["leaks"] as? [[String: Any]])
    let report = render(.feedd, as: .leaks(on: Page(width: 1000)))
    #expect(leaks.map { $0["letter"] as? String } == ["A", "B"])
    for leak in leaks {
      for sentence in try #require(leak["sentences"] as? [String]) { #expect(report.contains(sentence)) }
      #expect(report.contains(try #require(leak["hint"] as? String)))
      let place = try #require(leak["place"] as? String)
      let other = try #require(leak["other_place"] as? String)
      #expect(report.contains("  \(place), \(other)  "))
      let path = try #require(leak["path"] as? [[String: Any]])
      for row in path {
        for case let cell as String in row["cells"] as? [Any] ?? [row["sentence"] as Any]
        where !cell.isEmpty {
          #expect(report.contains(cell))
        }
      }
    }
  }

  @Test func `call sites have addresses where there is a form for them`() throws {
    let links = LinkFormat(template: "vscode://file/src/{path}:{line}")
    let page = try PageParts(render(.feedd, as: .html(links: links))).object()
    let sites = try #require(page["sites"] as? [String: Any])
    let addresses = try #require(sites["address"] as? [String])
    #expect(addresses.contains("vscode://file/src/feedd/Session.swift:47"))
    #expect(try !PageParts(render(.feedd, as: .html())).data.contains("vscode"))
  }
}

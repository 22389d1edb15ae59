import Testing

@testable import Fixing

/// A source with a fault, to be repaired by an edit.
struct Repairing {
  let source: String
  let width: Int

  init(_ source: String, width: Int = 110) {
    self.source = source
    self.width = width
  }

  /// A call in the source: on the first line that has this text.
  func site(_ operatorName: String, _ text: String) -> Site {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains(text) }.map { $0 + 1 } ?? 0
    return Site(operatorName, "App/Screen.swift", line)
  }

  private func fixes(_ kind: String, _ sites: [(String, Site)], inner: Site?) -> Fixes {
    let first = sites.first?.1 ?? Site("", "", 0)
    let path = [first, inner].compactMap { $0 }.map { Leak.Step(site: $0) }
    let leak = Leak(
      letter: "A", site: first, path: path, brokenLink: inner == nil ? nil : 0,
      advice: Advice(kind, sites.map { (part: $0.0, site: $0.1) }))
    return Fixer(SourceTree(["App/Screen.swift": source], width: width)).fix(LeaksReport(leaks: [leak]))
  }

  /// The patch, as it is printed.
  func patch(_ kind: String, _ sites: [(String, Site)], inner: Site? = nil, choice: Int = 1) -> String {
    fixes(kind, sites, inner: inner).patch(choice: choice)
  }

  /// The lines that a patch takes out and puts in.
  func changes(_ kind: String, _ sites: [(String, Site)], inner: Site? = nil, choice: Int = 1) -> [String] {
    patch(kind, sites, inner: inner, choice: choice)
      .split(separator: "\n").map(String.init)
      .filter { ($0.hasPrefix("+") || $0.hasPrefix("-")) && !$0.hasPrefix("+++") && !$0.hasPrefix("---") }
  }

  /// Why there is no patch.
  func reason(_ kind: String, _ sites: [(String, Site)], inner: Site? = nil) -> String? {
    fixes(kind, sites, inner: inner).reasons.first?.reason
  }
}

package import TraceFormat

/// Where call sites are, as short as the trace allows: the directories that all of them share are left out.
package struct Places: Sendable {
  private var shared = ""

  package init(_ forest: Forest) { self.init(forest.sites) }

  package init(_ sites: [Site]) {
    let files = sites.lazy.map(\.file).filter { !$0.isEmpty }
    guard let first = files.first else { return }
    shared = Self.directory(of: first)
    for file in files {
      while !shared.isEmpty, !file.hasPrefix(shared) { shared = Self.directory(of: shared.dropLast()) }
      if shared.isEmpty { return }
    }
  }

  private static func directory(of path: some StringProtocol) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// `Cache.swift:88`; `?` where the trace does not tell. Paths are cut at the left, where they tell the
  /// least.
  package func text(_ site: Site, limit: Int = 48) -> String {
    site.file.isEmpty ? "?" : path(of: site).shortenedAtBeginning(to: limit) + ":\(site.line)"
  }

  /// Without directories.
  package func shortText(_ site: Site, limit: Int = 24) -> String {
    site.file.isEmpty ? "?" : name(of: site).shortenedAtBeginning(to: limit) + ":\(site.line)"
  }

  /// The file, without the directories that all share.
  package func path(of site: Site) -> Substring { Substring(site.file.utf8.dropFirst(shared.utf8.count)) }

  /// The file, without directories.
  package func name(of site: Site) -> Substring { site.file.suffix(while: { $0 != UInt8(ascii: "/") }) }
}

extension String {
  fileprivate func suffix(while isKept: (UInt8) -> Bool) -> Substring {
    Substring(utf8[(utf8.lastIndex { !isKept($0) }.map { utf8.index(after: $0) } ?? utf8.startIndex)...])
  }
}

/// A line as debug information has it.
struct SourceLine: Hashable {
  let path: String
  let line: UInt32

  /// `path:line:column`; the first two may be unknown.
  init?(_ text: Substring) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = UInt32(parts[parts.count - 2]) else { return nil }
    path = parts[..<(parts.count - 2)].joined(separator: ":")
    self.line = line
  }

  var isKnown: Bool { line > 0 && !path.isEmpty && !path.hasPrefix("??") && !path.contains("<compiler-generated>") }

  /// Neither of the Swift library, whose inlined functions stand in the program, nor of a package that it uses.
  var isOfProgram: Bool {
    isKnown && !path.contains(".swiftmodule/") && !path.contains("/checkouts/") && !path.contains("/swift/stdlib/")
  }

  /// As `#fileID`: the module and the file's name. The module is the folder behind `Sources` or `Tests`, else the folder that
  /// the file is in.
  var fileID: String {
    let parts = path.split(separator: "/")
    guard let file = parts.last else { return path }
    let folders = parts.dropLast()
    if let root = folders.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }), root + 1 < folders.endIndex {
      return "\(folders[root + 1])/\(file)"
    }
    return folders.last.map { "\($0)/\(file)" } ?? String(file)
  }
}

package import Foundation

/// The folders in which the sources of a program are looked for.
package final class SourceTree {
  /// `DIR`, or `PREFIX=DIR` for files whose name in the recording begins with `PREFIX`.
  package struct Root: Sendable {
    let prefix: String
    let folder: URL

    package init(_ text: String) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      prefix = parts.count == 2 ? String(parts[0]) : ""
      folder = URL(fileURLWithPath: String(parts[parts.count - 1])).standardizedFileURL
    }
  }

  private let roots: [Root]
  /// The folder that paths in patches are relative to.
  private let base: URL
  private let width: Int
  private var found: [String: SourceFile] = [:]
  private lazy var listing: [(root: Int, file: URL)] = roots.indices.flatMap { root in
    Self.swiftFiles(below: roots[root].folder).map { (root, $0) }
  }

  /// - Parameters:
  ///   - roots: where to look; the current folder if empty.
  ///   - width: the widest line that an edit makes.
  package init(_ roots: [Root], relativeTo base: URL, width: Int = 110) {
    self.base = base.standardizedFileURL
    self.roots = roots.isEmpty ? [Root(base.path)] : roots
    self.width = width
  }

  /// Files that are no files: tests need no folder.
  init(_ texts: [String: String], width: Int = 110) {
    base = URL(fileURLWithPath: "/")
    roots = []
    self.width = width
    for (name, text) in texts { found[name] = SourceFile(path: "Sources/" + name, text: text, width: width) }
  }

  /// Folders with copies of packages: no program of the user's is built from them.
  private static let passedOver: Set<String> = [
    "checkouts", "node_modules", "DerivedData", "Pods", "Carthage",
  ]

  private static func swiftFiles(below folder: URL) -> [URL] {
    guard
      let walk = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: [.isDirectoryKey], options: [.skipsHiddenFiles])
    else { return [] }
    var files: [URL] = []
    for case let url as URL in walk {
      if passedOver.contains(url.lastPathComponent) { walk.skipDescendants() }
      if url.pathExtension == "swift" { files.append(url.standardizedFileURL) }
    }
    return files.sorted { $0.path < $1.path }
  }

  /// The file that a recording calls `name` (`#fileID`: `Module/File.swift`).
  func file(_ name: String) throws(Refusal) -> SourceFile {
    if let file = found[name] { return file }
    let url = try locate(name)
    guard let data = try? Data(contentsOf: url), let text = String(data: data, encoding: .utf8) else {
      throw Refusal("\(url.path) cannot be read.")
    }
    let file = SourceFile(path: path(of: url), text: text, width: width)
    found[name] = file
    return file
  }

  private func locate(_ name: String) throws(Refusal) -> URL {
    let parts = name.split(separator: "/").map(String.init)
    guard let last = parts.last else { throw Refusal("The recording names no file.") }
    for root in roots where !root.prefix.isEmpty && name.hasPrefix(root.prefix) {
      let rest = name.dropFirst(root.prefix.count).drop { $0 == "/" }
      let url = root.folder.appendingPathComponent(String(rest)).standardizedFileURL
      if FileManager.default.fileExists(atPath: url.path) { return url }
    }
    // A map of a prefix is for files with this prefix alone.
    var candidates = listing.filter { each in
      each.file.lastPathComponent == last && name.hasPrefix(roots[each.root].prefix)
    }.map(\.file)
    candidates = Array(Set(candidates)).sorted { $0.path < $1.path }
    if candidates.count > 1, parts.count > 1 {
      let ofModule = candidates.filter { $0.deletingLastPathComponent().pathComponents.contains(parts[0]) }
      if !ofModule.isEmpty { candidates = ofModule }
    }
    switch candidates.count {
    case 0: throw Refusal("\(name) is not below the current folder or --source DIR.")
    case 1: return candidates[0]
    default:
      let paths = candidates.map(path).joined(separator: ", ")
      throw Refusal("\(name) may be any of \(paths): name its folder with --source DIR.")
    }
  }

  /// The path that a patch names: from the current folder, or, for a file elsewhere, from the folder of its root.
  private func path(of url: URL) -> String {
    for folder in [base] + roots.map(\.folder) {
      let prefix = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
      if url.path.hasPrefix(prefix) { return String(url.path.dropFirst(prefix.count)) }
    }
    return url.lastPathComponent
  }
}

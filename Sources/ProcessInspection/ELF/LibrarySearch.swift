import Glibc

/// Finds the libraries of a program where the dynamic linker would.
package struct LibrarySearch {
  var cache = LibraryCache()
  /// Of `LD_LIBRARY_PATH`.
  var environmentFolders: [String]
  var defaultFolders = ["/lib64", "/usr/lib64", "/lib", "/usr/lib"]

  /// More than any real program has.
  private static let mostLibraries = 2000

  /// The libraries that the program is linked to, directly or through others, and the names of those that are
  /// nowhere.
  package func libraries(of program: String) -> (found: [String], missing: [String]) {
    var found = [String]()
    var missing = [String]()
    var seen: Set<String> = [Self.resolved(program)]
    var seenNames = Set<String>()
    var waiting = [(path: program, inherited: [String]())]
    while !waiting.isEmpty, seenNames.count < Self.mostLibraries {
      let (path, inherited) = waiting.removeFirst()
      guard let file = try? ELFFile(path: path) else { continue }
      let linked = LinkedLibraries(of: file)
      let origin = Self.folder(of: Self.resolved(path))
      let ownInherited = linked.inheritedFolders.map { Self.expanded($0, origin) } + inherited
      let folders =
        linked.ownFolders.isEmpty
        ? ownInherited + environmentFolders
        : environmentFolders + linked.ownFolders.map { Self.expanded($0, origin) }
      for name in linked.names where seenNames.insert(name).inserted {
        guard let library = find(name, in: folders, for: file) else {
          missing.append(name)
          continue
        }
        guard seen.insert(Self.resolved(library)).inserted else { continue }
        found.append(library)
        waiting.append((library, ownInherited))
      }
    }
    return (found, missing)
  }

  private func find(_ name: String, in folders: [String], for program: borrowing ELFFile) -> String? {
    if name.contains("/") { return Self.suits(name, program) ? name : nil }
    let nearby = folders.map { "\($0)/\(name)" }
    let usual = defaultFolders.map { "\($0)/\(name)" }
    for path in nearby + cache.paths(named: name) + usual where Self.suits(path, program) { return path }
    return nil
  }

  /// Whether the file is a library for the same processor.
  private static func suits(_ path: String, _ program: borrowing ELFFile) -> Bool {
    guard let file = try? ELFFile(path: path) else { return false }
    return file.layout == program.layout && file.machine == program.machine
  }

  private static func expanded(_ folder: String, _ origin: String) -> String {
    folder.replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension LibrarySearch {
  /// - Parameter path: the value of `LD_LIBRARY_PATH` where the program runs.
  package init(path: String?) {
    self.init(environmentFolders: path?.split(separator: ":").map(String.init) ?? [])
  }
}

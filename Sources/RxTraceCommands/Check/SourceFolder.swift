import Glibc
import TraceAnalysis
import TraceFormat
import TraceRendering

/// Where the call sites' files are in a repository. A call site has a module and a file's name; who reads annotations wants a
/// path.
struct SourceFolder {
  /// From the root.
  private let root: String
  /// File's name -> where it is, below the folder.
  private let places: [String: [String]]

  /// More files than a repository has that is checked out; the rest is not looked at.
  private static let most = 200_000

  /// Looks for the source files below `folder`; nil for the repository around the working folder, or that folder where there
  /// is none.
  ///
  /// - Throws: where `folder` cannot be read.
  init(_ folder: String?) throws(CommandFailure) {
    let root = folder ?? Self.repository
    guard access(root, R_OK | X_OK) == 0 else {
      throw CommandFailure(
        "cannot read the folder \(root.shellWord): \(String(cString: strerror(errno)))",
        status: ExitStatus.unreadableInput)
    }
    var places: [String: [String]] = [:]
    var waiting = [""]
    var left = Self.most
    while let place = waiting.popLast(), left > 0 {
      // Hidden folders hold what is built and fetched: copies of sources, perhaps.
      for name in FolderListing.names(in: root + "/" + place) where !name.hasPrefix(".") {
        left -= 1
        let path = place.isEmpty ? name : place + "/" + name
        var found = stat()
        guard lstat(root + "/" + path, &found) == 0 else { continue }
        if found.st_mode & S_IFMT == S_IFDIR {
          waiting.append(path)
        } else if name.hasSuffix(".swift") {
          places[name, default: []].append(path)
        }
      }
    }
    self.places = places
    self.root =
      realpath(root, nil).map { resolved in
        defer { free(resolved) }
        return String(cString: resolved)
      } ?? root
  }

  /// The path below the folder, and from the root; nil for what is not sure, or not there.
  func place(of file: String) -> (below: String, absolute: String)? {
    guard let below = found(file) else { return nil }
    return (below, root == "/" ? "/" + below : "\(root)/\(below)")
  }

  /// The lines of a file with these numbers, as far as it has them.
  func lines(_ numbers: ClosedRange<Int>, of file: String, built: Int?) -> SourceLookup {
    guard let below = found(file), let source = SourceFile(path: "\(root)/\(below)") else { return .missing }
    // A file may be written in the very second in which the program starts.
    if let built, source.changed > built { return .changed }
    let lines = source.lines(numbers)
    return lines.isEmpty ? .missing : .lines(lines)
  }

  /// The text of one line, without the space around it; nil where it is not found, or has none.
  func line(of site: Site, built: Int?) -> String? {
    let number = Int(site.line)
    guard number > 0, case .lines(let found) = lines(number...number, of: site.file, built: built) else {
      return nil
    }
    let text = found[0].drop(while: \.isWhitespace)
    return text.lastIndex { !$0.isWhitespace }.map { String(text[...$0]) }
  }

  /// `Sources/App/Feed/Cache.swift` for `App/Cache.swift`: the only file of that name, or the only one below a folder that
  /// is called like the module. An uncertain path stays as it is.
  func path(of file: String) -> String { found(file) ?? file }

  private func found(_ file: String) -> String? {
    let words = file.split(separator: "/")
    guard let name = words.last, let found = places[String(name)] else { return nil }
    if found.count == 1 { return found[0] }
    guard words.count > 1 else { return nil }
    let ofModule = found.filter { $0.split(separator: "/").dropLast().contains(words[0]) }
    return ofModule.count == 1 ? ofModule[0] : nil
  }

  /// The nearest folder, from the working folder up, that has a `.git`; nil where none has.
  private static var nearestRepository: String? {
    var path = "."
    for _ in 0..<64 {
      if access(path + "/.git", F_OK) == 0 { return path }
      path += "/.."
    }
    return nil
  }

  private static var repository: String { nearestRepository ?? "." }

  /// Whether the working folder is in a repository.
  static var isInRepository: Bool { nearestRepository != nil }
}

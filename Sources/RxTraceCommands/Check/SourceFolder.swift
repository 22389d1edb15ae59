import Glibc

/// Where the call sites' files are in a repository. A call site has a module and a file's name; who reads annotations wants a
/// path.
struct SourceFolder {
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
  }

  /// `Sources/App/Feed/Cache.swift` for `App/Cache.swift`: the only file of that name, or the only one below a folder that
  /// is called like the module. What is not sure stays as it is.
  func path(of file: String) -> String {
    let words = file.split(separator: "/")
    guard let name = words.last, let found = places[String(name)] else { return file }
    if found.count == 1 { return found[0] }
    guard words.count > 1 else { return file }
    let ofModule = found.filter { $0.split(separator: "/").dropLast().contains(words[0]) }
    return ofModule.count == 1 ? ofModule[0] : file
  }

  /// The nearest folder, from the working folder up, that has a `.git`.
  private static var repository: String {
    var path = "."
    for _ in 0..<64 {
      if access(path + "/.git", F_OK) == 0 { return path }
      path += "/.."
    }
    return "."
  }
}

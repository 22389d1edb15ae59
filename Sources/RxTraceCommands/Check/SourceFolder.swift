import Glibc

/// The source files below one folder.
struct SourceFolder {
  /// A file: below the folder, as answers show it, and from the root.
  struct Place {
    let below: String
    let shown: String
    let absolute: String
  }

  /// The files whose recorded path begins with this may lie here.
  let prefix: String
  /// From the root.
  private let root: String
  /// The text before a path below the folder, as answers show it.
  private let heading: String
  /// File's name -> where it is, below the folder.
  private let places: [String: [String]]

  /// More files than a repository has that is checked out; the rest is not looked at.
  private static let most = 200_000

  /// Looks for the source files below the folder.
  ///
  /// - Parameter isShown: whether paths begin with the folder as it was typed, unless that is from the root;
  ///   else they begin below it.
  /// - Throws: where the folder cannot be read.
  init(_ source: SourceRoot, isShown: Bool) throws(CommandFailure) {
    let root = source.folder
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
    prefix = source.prefix
    let typed = root.hasSuffix("/") ? root : root + "/"
    heading = isShown && typed != "./" && !typed.hasPrefix("/") ? typed : ""
  }

  /// The name of the folder itself.
  var name: Substring { root.split(separator: "/").last ?? "" }

  /// The files with this name.
  func places(named name: some StringProtocol) -> [Place] {
    places[String(name), default: []].map { place($0) }
  }

  /// The file that the recording calls so, where the folder stands for a prefix and has just this file behind
  /// it.
  func place(mapped file: String) -> Place? {
    guard !prefix.isEmpty, file.hasPrefix(prefix) else { return nil }
    let rest = file.dropFirst(prefix.count).drop { $0 == "/" }
    let name = rest.split(separator: "/").last ?? ""
    return places[String(name), default: []].contains(String(rest)) ? place(String(rest)) : nil
  }

  private func place(_ below: String) -> Place {
    Place(below: below, shown: heading + below, absolute: root == "/" ? "/" + below : "\(root)/\(below)")
  }

  /// The nearest folder, from the working folder up, that has a `.git`; nil where none has.
  static var nearestRepository: String? {
    var path = "."
    for _ in 0..<64 {
      if access(path + "/.git", F_OK) == 0 { return path }
      path += "/.."
    }
    return nil
  }
}

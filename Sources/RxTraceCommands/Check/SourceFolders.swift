import TraceAnalysis
import TraceFormat

/// Where the call sites' files are. A call site has a module and a file's name; who reads annotations wants a
/// path.
struct SourceFolders {
  private let folders: [SourceFolder]

  /// Looks for the source files below the folders; if there are none, below the repository around the working
  /// folder, or below that folder where there is none.
  ///
  /// - Throws: where a folder cannot be read.
  init(_ roots: [SourceRoot]) throws(CommandFailure) {
    let sources = roots.isEmpty ? [SourceRoot(SourceFolder.nearestRepository ?? ".")] : roots
    // Of one folder a path says enough without its name.
    let isShown = sources.count > 1 || !sources[0].prefix.isEmpty
    var folders: [SourceFolder] = []
    for source in sources { folders.append(try SourceFolder(source, isShown: isShown)) }
    self.folders = folders
  }

  /// `Sources/App/Feed/Cache.swift` for `App/Cache.swift`: the only file of that name, or the only one below
  /// a folder that is called like the module. Nil for what is not sure, or not there.
  func place(of file: String) -> SourceFolder.Place? {
    let words = file.split(separator: "/")
    guard let name = words.last else { return nil }
    for folder in folders { if let place = folder.place(mapped: file) { return place } }
    var seen = Set<String>()
    let found = folders.filter { file.hasPrefix($0.prefix) }.flatMap { folder in
      folder.places(named: name).filter { seen.insert($0.absolute).inserted }.map { (folder, $0) }
    }
    if found.count == 1 { return found[0].1 }
    guard words.count > 1 else { return nil }
    let ofModule = found.filter { $0.1.below.split(separator: "/").dropLast().contains(words[0]) }
    if ofModule.count == 1 { return ofModule[0].1 }
    guard ofModule.isEmpty else { return nil }
    let ofFolder = found.filter { $0.0.name == words[0] }
    return ofFolder.count == 1 ? ofFolder[0].1 : nil
  }

  /// An uncertain path stays as it is.
  func path(of file: String) -> String { place(of: file)?.shown ?? file }

  /// The lines of a file with these numbers, as far as it has them.
  func lines(_ numbers: ClosedRange<Int>, of file: String, built: Int?) -> SourceLookup {
    guard let place = place(of: file), let source = SourceFile(path: place.absolute) else { return .missing }
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
}

import Glibc

/// A folder of `--source`: `FOLDER`, or `FROM=FOLDER` for the files whose recorded path begins with `FROM`,
/// as on the machine that built the program.
struct SourceRoot: Hashable {
  /// Empty where any file may be in the folder.
  let prefix: String
  let folder: String

  init(_ word: String) {
    // A folder may have the sign in its own name.
    guard let sign = word.firstIndex(of: "="), access(word, F_OK) != 0 else {
      prefix = ""
      folder = word
      return
    }
    prefix = String(word[..<sign])
    folder = String(word[word.index(after: sign)...])
  }

  /// The words that name the folders to `rxtrace-fix`.
  static func words(_ roots: [SourceRoot]) -> [String] {
    roots.flatMap { root in
      let isPlain = root.prefix.isEmpty && !root.folder.contains("=")
      return ["--source", isPlain ? root.folder : root.prefix + "=" + root.folder]
    }
  }
}

import Glibc
import SignalsTesting

/// A drawing of a doc comment: rows of marbles behind labels.
struct CommentDrawing: Sendable {
  struct Row: Sendable {
    let label: String
    /// How far it is indented: when somebody subscribes to it.
    let start: Int
    let marbles: String
  }

  /// The name of the file, and the label of the last row; with a number from the second of them on.
  var key: String
  let rows: [Row]
  /// What stands for what, as the remark behind a row says: `(A = (1, x), B = [2])`.
  let legend: [Character: String]

  /// Reads the lines of one drawing, without `///`.
  init?(of file: String, lines: [String]) {
    guard let first = lines.first, let gap = first.firstMatch(of: /\S {2,}/) else { return nil }
    let column = first.distance(from: first.startIndex, to: gap.range.upperBound)
    var legend: [Character: String] = [:]
    rows = lines.map { line in
      var text = String(line.dropFirst(column))
      if let remark = text.firstMatch(of: #/ {2,}(\(.*\)) *$/#) {
        for sign in remark.1.matches(of: /(\w) = (\([^)]*\)|\[[^\]]*\]|[^,)]+)/) {
          legend[Character(String(sign.1))] = String(sign.2)
        }
        text = String(text[..<remark.range.lowerBound])
      }
      let label = line.prefix(column).split(separator: " ").joined(separator: " ")
      return Row(label: label, start: text.prefix { $0 == " " }.count, marbles: text.filter { $0 != " " })
    }
    self.legend = legend
    key = "\(file) \(rows[rows.count - 1].label)"
  }

  /// All drawings of the files in a folder and in the folders of that.
  static func all(in folder: String) -> [CommentDrawing] {
    var drawings: [CommentDrawing] = []
    for path in files(in: folder) {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      var lines: [String] = []
      for line in contents(of: path).split(separator: "\n", omittingEmptySubsequences: false) {
        let text = line.drop { $0 == " " }
        if text.hasPrefix("///     ") {
          lines.append(String(text.dropFirst(8)))
        } else if !lines.isEmpty {
          if let drawing = CommentDrawing(of: name, lines: lines) { drawings.append(drawing) }
          lines = []
        }
      }
    }
    var seen: [String: Int] = [:]
    return drawings.map { drawing in
      var drawing = drawing
      let count = seen[drawing.key, default: 0] + 1
      seen[drawing.key] = count
      if count > 1 { drawing.key += " \(count)" }
      return drawing
    }
  }

  private static func files(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { files.append(path) } else { files += self.files(in: path) }
    }
    return files.sorted()
  }

  private static func contents(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

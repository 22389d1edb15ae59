import Glibc

/// A public function, initializer or property of the runtime that makes a signal or stands on one, as its source has it.
struct OperatorDeclaration: Hashable {
  /// `take(inclusive:while:)`, `static just(_:)`, `MulticastConnection.connect()`; a second one of the same labels in a
  /// file has a 2 behind it. Without `file:` and `line:`.
  var name: String
  /// How many closures it takes that may throw.
  let throwingClosures: Int
}

/// Reads declarations out of Swift source: enough of the language for that, no more.
struct DeclarationReader {
  private(set) var declarations: [OperatorDeclaration] = []
  /// The type that the braces are of in which the reader is, for each level of braces.
  private var types: [String?] = []

  /// The public declarations of all Swift files below some folders.
  static func read(folders: [String]) -> [OperatorDeclaration] {
    var reader = DeclarationReader()
    for path in folders.flatMap(swiftFiles) { reader.read(source: contents(of: path)) }
    var seen: [String: Int] = [:]
    return reader.declarations.map { declaration in
      var declaration = declaration
      let count = seen[declaration.name, default: 0] + 1
      seen[declaration.name] = count
      if count > 1 { declaration.name += " \(count)" }
      return declaration
    }
  }

  /// Adds what a file declares.
  mutating func read(source: String) {
    var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(Self.code)[...]
    types = []
    while let line = lines.popFirst() {
      var text = line
      // A declaration goes on until its brackets are closed and its body, or the next line, begins.
      while Self.depth(text, "(", ")") > 0, let more = lines.popFirst() { text += " " + more.trimmed }
      if Self.isPublic(text), let declaration = declaration(text, next: lines.first ?? "") {
        declarations.append(declaration)
      }
      enter(text)
    }
  }

  private mutating func enter(_ text: String) {
    let words = text.trimmed.split(whereSeparator: { $0 == " " || $0 == "<" || $0 == ":" }).map(String.init)
    let type = words.firstIndex { ["extension", "class", "struct", "enum", "protocol"].contains($0) }
      .flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    for character in text {
      if character == "{" { types.append(types.isEmpty ? type : nil) }
      if character == "}" { _ = types.popLast() }
    }
  }

  private static func isPublic(_ text: String) -> Bool {
    text.trimmed.hasPrefix("public ") || text.contains(" public ")
  }

  private func declaration(_ text: String, next: String) -> OperatorDeclaration? {
    let type = types.first ?? nil
    let isStatic = text.contains(" static ")
    let prefix = type == "Signal" || type == nil ? (isStatic ? "static " : "") : "\(type ?? "")."
    if let range = text.firstRange(of: " var "), text.contains("Signal<") {
      return OperatorDeclaration(
        name: prefix + text[range.upperBound...].prefix { $0 != ":" }, throwingClosures: 0)
    }
    let keyword =
      text.firstRange(of: " func ") ?? text.firstRange(of: "init(") ?? text.firstRange(of: "init<")
    guard let keyword, !text.contains(" var "), let open = text[keyword.lowerBound...].firstIndex(of: "(")
    else {
      return nil
    }
    let result = text[(Self.closing(of: open, in: text) ?? open)...] + " " + next.trimmed
    let isInitializer = text[keyword].hasPrefix("init")
    let makes = result.contains("Signal<") || result.contains("MulticastConnection<")
    let isOnSignal = ["Signal", "Subject", "MulticastConnection"].contains(type)
    let isSubject =
      isInitializer
      && ["Subject", "Relay", "Property", "Channel", "Action"].contains { (type ?? "").hasSuffix($0) }
    guard makes || isOnSignal || isSubject else { return nil }
    let name =
      isInitializer ? "init" : text[keyword.upperBound..<open].prefix { $0 != "<" }.filter { $0 != "`" }
    let parameters = Self.parameters(
      text[text.index(after: open)..<(Self.closing(of: open, in: text) ?? open)])
    // An attribute such as @Condition stands before the label.
    let labels = parameters.map { parameter in
      parameter.split(separator: " ").first { !$0.hasPrefix("@") }.map { $0.prefix { $0 != ":" } } ?? ""
    }
    .filter { $0 != "file" && $0 != "line" }.map { "\($0):" }
    return OperatorDeclaration(
      name: "\(prefix)\(name)(\(labels.joined()))",
      throwingClosures: parameters.count { $0.contains(" throws ") })
  }

  // MARK: Text

  /// The line without its comment, as far as it has one.
  private static func code(_ line: Substring) -> String {
    String(line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line)
  }

  private static func depth(_ text: String, _ open: Character, _ close: Character) -> Int {
    text.reduce(0) { $0 + ($1 == open ? 1 : $1 == close ? -1 : 0) }
  }

  private static func closing(of open: String.Index, in text: String) -> String.Index? {
    var depth = 0
    for index in text.indices[open...] {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Splits at the commas that are in no bracket.
  private static func parameters(_ text: Substring) -> [String] {
    var depth = 0
    var parts = [""]
    var before: Character = " "
    for character in text {
      if "([{<".contains(character) { depth += 1 }
      if ")]}".contains(character) || character == ">" && before != "-" { depth -= 1 }
      if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
      before = character
    }
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }

  // MARK: Files

  private static func swiftFiles(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // What the compiler refuses needs no row; tools/checks/names looks at it.
      if name.hasPrefix(".") || name == "NamesElsewhere" { continue }
      let path = folder + "/" + name
      if name.hasSuffix(".swift") { files.append(path) } else { files += swiftFiles(in: path) }
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

extension StringProtocol {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}

/// A line as debug information has it.
struct SourceLine: Hashable {
  let path: String
  let line: UInt32
  /// The module of the function that it is in; nil where its name does not tell.
  private let module: String?
  private let isOfMain: Bool

  /// `path:line:column`; the first two may be unknown.
  init?(_ text: Substring, function: Substring) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = UInt32(parts[parts.count - 2]) else { return nil }
    path = parts[..<(parts.count - 2)].joined(separator: ":")
    self.line = line
    module = Self.module(ofFunction: function)
    isOfMain = function == "main" || function.hasPrefix("async_Main")
  }

  var hasFile: Bool { !path.isEmpty && !path.hasPrefix("??") && !path.contains("<compiler-generated>") }
  var isKnown: Bool { line > 0 && hasFile }

  /// Neither of the Swift library, whose inlined functions stand in the program, nor of a package that it
  /// uses.
  var isOfProgram: Bool {
    isKnown && !path.contains(".swiftmodule/") && !path.contains("/checkouts/")
      && !path.contains("/swift/stdlib/")
  }

  /// As `#fileID`: the module and the file's name. Code of `main` is of the program's own module, which is
  /// called as the program is. Where the module is not known it is the folder behind `Sources` or `Tests`,
  /// else the folder that the file is in.
  func fileID(inProgram program: String) -> String {
    let parts = path.split(separator: "/")
    guard let file = parts.last else { return path }
    if let module { return "\(module)/\(file)" }
    if isOfMain, let name = program.split(separator: "/").last {
      return String(name.map { $0 == "-" || $0 == "." ? "_" : $0 }) + "/\(file)"
    }
    let folders = parts.dropLast()
    if let root = folders.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }), root + 1 < folders.endIndex
    {
      return "\(folders[root + 1])/\(file)"
    }
    return folders.last.map { "\($0)/\(file)" } ?? String(file)
  }

  /// `$s6server6handleyyF` is of the module `server`: its length stands before its name.
  private static func module(ofFunction name: Substring) -> String? {
    guard name.hasPrefix("$s") else { return nil }
    let rest = name.dropFirst(2)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let text = rest.dropFirst(digits.count)
    // A zero in front means that parts of the name stand elsewhere.
    guard let length = Int(digits), digits.first != "0", length > 0, length < text.utf8.count else {
      return nil
    }
    return String(decoding: text.utf8.prefix(length), as: UTF8.self)
  }
}

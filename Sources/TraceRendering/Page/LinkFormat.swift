package import TraceFormat

/// Where the files of call sites are.
package protocol SourceFiles: Sendable {
  /// The path of `Module/File.swift` below a folder, and from the root; nil where that is not sure.
  func place(of file: String) -> (below: String, absolute: String)?
}

/// How the address of a call site is made: `vscode://file{path}:{line}`.
public struct LinkFormat: Sendable {
  /// `{path}` becomes the file's path from the root; behind a slash the path below the folder of the sources,
  /// or the site's `Module/File.swift` where that is not known. `{file}` becomes its `File.swift`, `{line}`
  /// its line.
  public let template: String
  /// Where the files are; nil where that is not known.
  package var sources: (any SourceFiles)?

  /// Characters that have no place in an address are left out of `template`.
  public init(template: String) {
    self.template = String(
      String.UnicodeScalarView(template.unicodeScalars.filter { (0x21...0x7e).contains($0.value) }))
  }

  /// The schemes that an address may begin with: they open a page or a file. None of them runs anything in
  /// the address.
  private static let schemes: Set<String> = [
    "http", "https", "file", "vscode", "vscode-insiders", "vscodium", "code-oss", "cursor", "windsurf", "zed",
    "fleet",
    "idea", "jetbrains", "clion", "appcode", "pycharm", "xcode", "txmt", "subl", "sublime", "atom", "mvim",
    "nvim", "emacs",
    "editor", "kate", "nova", "bbedit", "x-bbedit", "lapce",
  ]

  /// The reason why a template is useless; nil for a good one.
  package static func problem(in template: String) -> String? {
    let scheme = template.prefix { $0 != ":" }
    guard scheme.count < template.count, schemes.contains(scheme.lowercased()) else {
      return "begins with https:, http:, file: or an editor's word, such as vscode: or idea:, and not with "
        + "\(template.prefix(20))."
    }
    var rest = template[...]
    var hasPlace = false
    while let open = rest.firstIndex(of: "{") {
      let word = rest[open...].prefix { $0 != "}" }.dropFirst()
      guard ["path", "file", "line"].contains(word) else {
        return "knows {path}, {file} and {line}, and not {\(word.prefix(20))}."
      }
      hasPlace = true
      rest = rest[open...].dropFirst(word.count + 2)
    }
    return hasPlace ? nil : "needs {path}, {file} or {line}: vscode://file{path}:{line}"
  }

  /// The address of a call site. Text of the traced program is percent-encoded in it. Nil if the name of the
  /// file has over 1,000 bytes, or if its path is needed and the file is not found.
  package func address(of site: Site) -> String? {
    guard site.file.utf8.count <= 1000 else { return nil }
    var address = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      address += rest[..<open]
      rest = rest[open...]
      if rest.hasPrefix("{path}") {
        let place = sources?.place(of: site.file)
        if address.isEmpty || address.hasSuffix("/") {
          address += percentEncoded(place?.below ?? site.file)
        } else {
          guard let place else { return nil }
          address += percentEncoded(place.absolute)
        }
        rest.removeFirst(6)
      } else if rest.hasPrefix("{file}") {
        address += percentEncoded(site.file.split(separator: "/").last ?? "")
        rest.removeFirst(6)
      } else if rest.hasPrefix("{line}") {
        address += String(site.line)
        rest.removeFirst(6)
      } else {
        address.append(rest.removeFirst())
      }
    }
    return address + rest
  }

  private func percentEncoded(_ text: some StringProtocol) -> String {
    let digits = Array("0123456789ABCDEF")
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "/"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return encoded
  }
}

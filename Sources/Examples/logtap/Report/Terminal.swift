import Glibc

/// Where people read. Text of a log is not trusted: what could move the cursor or change colours is shown, not done.
enum Terminal {
  /// Writes lines to standard output.
  static func print(_ lines: [String]) { write(lines, to: STDOUT_FILENO) }

  /// Writes a line to standard error.
  static func complain(_ line: String) { write(["logtap: \(line)"], to: STDERR_FILENO) }

  private static func write(_ lines: [String], to descriptor: Int32) {
    var rest = lines.map { $0 + "\n" }.joined().utf8.span.bytes.withUnsafeBytes { Array($0) }[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

extension String {
  /// The text with everything that is not to be seen written out as its number.
  var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// At most so many characters, the last of them an ellipsis if some are left out.
  func cut(to width: Int) -> String { count > width ? prefix(width - 1) + "…" : self }

  /// At least so many characters.
  func padded(to width: Int, left: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return left ? padding + self : self + padding
  }
}

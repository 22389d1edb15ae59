extension String {
  /// The text as one word that a shell reads back: as it is where that is harmless, else in quotes. Control
  /// characters are written as escapes, so that it is harmless on a terminal too.
  var shellWord: String {
    if !isEmpty, utf8.allSatisfy(Self.needsNoQuotes) { return self }
    if unicodeScalars.allSatisfy({ !$0.isControl }) {
      return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
    var quoted = "$'"
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": quoted += #"\n"#
      case "\t": quoted += #"\t"#
      case "'", "\\": quoted += "\\\(scalar)"
      case _ where scalar.isControl:
        for byte in String(scalar).utf8 { quoted += #"\x"# + byte.hexadecimal }
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }

  private static func needsNoQuotes(_ byte: UInt8) -> Bool {
    switch UnicodeScalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+", ",", ":", "@", "%", "=": true
    default: false
    }
  }
}

extension UnicodeScalar {
  /// Characters that a terminal might obey instead of showing them: controls, and the marks that turn the
  /// writing direction.
  var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}

extension UInt8 {
  /// Two digits.
  fileprivate var hexadecimal: String {
    let digits = String(self, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}

extension Unicode.Scalar {
  /// Columns that a terminal gives to this character: 0 for marks that join the one before, 2 for wide
  /// East Asian characters and emoji, else 1. Meant for characters that `Escaping` lets through.
  var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    // Vowels and final consonants that join the Hangul syllable before them.
    if (0x1160...0x11ff).contains(value) { return 0 }
    return properties.isEmojiPresentation || isEastAsianWide ? 2 : 1
  }

  /// The blocks of Unicode's `EastAsianWidth.txt` that are W or F, neighbours joined.
  private var isEastAsianWide: Bool {
    switch value {
    case 0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf,
      0x4e00...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19,
      0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18aff, 0x1b000...0x1b2ff,
      0x1f200...0x1f2ff, 0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
      true
    default:
      false
    }
  }
}

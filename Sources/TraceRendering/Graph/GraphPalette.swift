/// The colours of graphs, the same in all of them, and those of the page on a light ground. A shape, a line
/// or a word says the same as each colour.
enum GraphPalette {
  static let line = "#555555"
  static let leak = "#b00020"
  static let doubt = "#8a5a00"
  static let finishedText = "#666666"
  static let finishedFill = "#eeeeee"
  static let finishedLine = "#999999"

  // The lanes of a timeline.
  static let quiet = "#7ba7d9"
  static let several = "#4d85c1"
  static let values = "#1f62a8"
  static let late = "#e0526a"
  static let lost = "#f6e3ae"
  static let completed = "#2e7d32"
  static let failed = "#8e24aa"
  static let disposed = "#69727c"

  static func line(of mark: VerdictMark) -> String {
    switch mark {
    case .leak: leak
    case .suspect, .doubt: doubt
    case .finished: finishedLine
    case .none, .longLived, .open: line
    }
  }
}

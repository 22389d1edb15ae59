/// The colours of graphs, the same in all of them. Each says what a shape, a line or a word says as well.
enum GraphPalette {
  static let line = "#555555"
  static let leak = "#b00020"
  static let doubt = "#9a6700"
  static let finishedText = "#666666"
  static let finishedFill = "#eeeeee"
  static let finishedLine = "#999999"

  static func line(of mark: Mark) -> String {
    switch mark {
    case .leak: leak
    case .doubt: doubt
    case .finished: finishedLine
    case .none, .longLived, .open: line
    }
  }
}

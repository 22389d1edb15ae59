/// The meaning of a piece of text for the reader.
///
/// On a coloured page each meaning has one of the eight base colours, which read on light and dark grounds. A
/// mark or a word says the same without colour.
package enum Ink: Sendable {
  case plain
  /// The row to look at.
  case bold
  case leak
  /// Unknown, or only possible.
  case doubt
  /// Finished, or beside the point.
  case dim

  /// Parameters of the SGR sequence; nil for the terminal's own colour.
  var parameters: String? {
    switch self {
    case .plain: nil
    case .bold: "1"
    case .leak: "31"
    case .doubt: "33"
    case .dim: "2"
    }
  }
}

/// A key of a live view, and why it has no use for the table of a process that nobody records.
enum TableKey {
  case byte(UInt8)
  /// The last byte of an arrow.
  case arrow(UInt8)

  /// One line; nil where the key does the same as for a recording.
  func refusal(in process: Int32) -> String? {
    switch self {
    case .byte(UInt8(ascii: "m")):
      "nothing is recorded, so a mark has no place: start the program with RXTRACE=FILE"
    case .byte(UInt8(ascii: "l")): "nothing is judged here; this judges: rxtrace leaks --pid \(process)"
    case .byte(UInt8(ascii: "j")), .byte(UInt8(ascii: "k")), .byte(0x0a), .byte(0x0d),
      .arrow(UInt8(ascii: "A")), .arrow(UInt8(ascii: "B")):
      "rows are counts here; this lists subscriptions: rxtrace snapshot --pid \(process)"
    case .arrow(UInt8(ascii: "C")), .arrow(UInt8(ascii: "D")): "nothing is recorded: there is no way back"
    default: nil
    }
  }
}

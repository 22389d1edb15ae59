extension Row {
  /// How many gates a unit passes on its way, each of which asks once whether anybody looks. Nil where a unit is more
  /// than a value.
  public var gates: Int? {
    switch self {
    case .fanOut1, .fanOut10, .fanOut1000: 1
    case .chain, .chainCapturing, .chainString, .coldChain: 4
    case .tenMaps, .fiveMapFilter: 11
    case .flatMapCreate: 2
    case .flatMapSequence: 3
    case .shareEvent: 2
    default: nil
    }
  }
}

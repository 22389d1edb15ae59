internal import TraceFormat

/// A field whose word says all of it, whatever the rest of its row is.
protocol ColumnField {
  /// - Parameter row: the number of the row, from 1.
  init(stored word: UInt64, inRow row: UInt64)
  func stored(inRow row: UInt64) -> UInt64
}

/// A difference as a number that is small where the difference is, whatever its sign: the lowest bit is the
/// sign.
enum Folded {
  @inline(__always)
  static func word(_ difference: UInt64) -> UInt64 {
    let difference = Int64(bitPattern: difference)
    return UInt64(bitPattern: difference << 1 ^ difference >> 63)
  }

  @inline(__always)
  static func difference(_ word: UInt64) -> UInt64 { word >> 1 ^ (0 &- (word & 1)) }
}

extension UInt64: ColumnField {
  @inline(__always) init(stored word: UInt64, inRow _: UInt64) { self = word }
  @inline(__always) func stored(inRow _: UInt64) -> UInt64 { self }
}

extension UInt32: ColumnField {
  @inline(__always) init(stored word: UInt64, inRow _: UInt64) { self.init(truncatingIfNeeded: word) }
  @inline(__always) func stored(inRow _: UInt64) -> UInt64 { UInt64(self) }
}

/// Identifiers mostly come one after the other, as rows do.
extension SubscriptionID: ColumnField {
  @inline(__always)
  init(stored word: UInt64, inRow row: UInt64) { self = SubscriptionID(word &+ row) ?? Self.noID }
  @inline(__always)
  func stored(inRow row: UInt64) -> UInt64 { rawValue &- row }

  /// No program counts so far.
  static let noID = SubscriptionID(.max)!
}

/// A row mostly names its neighbours.
extension LifeLink: ColumnField {
  @inline(__always)
  init(stored word: UInt64, inRow row: UInt64) {
    self.init(
      word: word == 0 ? 0 : UInt32(truncatingIfNeeded: row &+ Folded.difference(word &- 1)))
  }
  @inline(__always)
  func stored(inRow row: UInt64) -> UInt64 { word == 0 ? 0 : Folded.word(UInt64(word) &- row) &+ 1 }
}

extension Role: ColumnField {
  @inline(__always)
  init(stored word: UInt64, inRow _: UInt64) { self.init(rawValue: UInt32(truncatingIfNeeded: word)) }
  @inline(__always)
  func stored(inRow _: UInt64) -> UInt64 { UInt64(rawValue) }
}

extension ThreadID: ColumnField {
  @inline(__always)
  init(stored word: UInt64, inRow _: UInt64) { self.init(rawValue: UInt32(truncatingIfNeeded: word)) }
  @inline(__always)
  func stored(inRow _: UInt64) -> UInt64 { UInt64(rawValue) }
}

extension Delivery: ColumnField {
  @inline(__always)
  init(stored word: UInt64, inRow _: UInt64) { self.init(word: UInt32(truncatingIfNeeded: word)) }
  @inline(__always)
  func stored(inRow _: UInt64) -> UInt64 { UInt64(word) }
}

extension Life.Flags: ColumnField {
  @inline(__always)
  init(stored word: UInt64, inRow _: UInt64) { self.init(rawValue: UInt16(truncatingIfNeeded: word)) }
  @inline(__always)
  func stored(inRow _: UInt64) -> UInt64 { UInt64(rawValue) }
}

extension DisposalReason: ColumnField {
  @inline(__always)
  init(stored word: UInt64, inRow _: UInt64) {
    self = DisposalReason(rawValue: UInt8(truncatingIfNeeded: word)) ?? .unknown
  }
  @inline(__always)
  func stored(inRow _: UInt64) -> UInt64 { UInt64(rawValue) }
}

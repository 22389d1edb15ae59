/// A chunk head's counts of its records, so that readers that only count need not read them.
package struct RecordCounts: Hashable, Sendable {
  /// Records that are no events of signals.
  package var others: UInt32 = 0
  /// The number of records whose content tells something besides their presence: marks, subscriptions that
  /// were alive before, losses, counted values.
  package var telling: UInt32 = 0

  package init() {}

  @inlinable @inline(__always)
  package mutating func noteOther() { others &+= 1 }

  @inlinable @inline(__always)
  package mutating func noteTelling() {
    others &+= 1
    telling &+= 1
  }

  /// Nil where nobody counted, or where the counts are of records that this version does not know.
  init?(_ reader: inout ByteReader, of count: UInt32) {
    let counted = reader.number(UInt32.self)
    telling = reader.number()
    guard counted > 0, reader.number(UInt32.self) <= Self.vocabulary else { return nil }
    others = counted - 1
    guard telling <= others, others <= count else { return nil }
  }
}

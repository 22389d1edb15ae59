internal import TraceFormat

/// Time, thread and delivery of an ending or a disposal.
struct EndFields: Sendable {
  let time: UInt64
  let thread: ThreadID
  let delivery: Delivery

  /// Something that was recorded led to it.
  var hasCause: Bool { delivery != Delivery() }

  /// Whether both happened in the same delivery.
  func isTogether(with other: EndFields) -> Bool { thread == other.thread && delivery == other.delivery }
}

/// The event during whose delivery something happened, in half the room: enough to tell one from another.
struct Delivery: Equatable, Sendable {
  /// 0 for none.
  let word: UInt32

  init(word: UInt32) { self.word = word }

  init(_ cause: EventID? = nil) {
    guard let cause else {
      word = 0
      return
    }
    // An odd factor: no two events of one thread that lie near each other have the same upper bits.
    word = max(1, UInt32(truncatingIfNeeded: (cause.rawValue &* 0x9e37_79b9_7f4a_7c15) >> 32))
  }
}

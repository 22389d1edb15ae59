/// Writes records into memory that the caller owns. It keeps the last time, subscription, event and cause of
/// the chunk, which make the records short. Never allocates; the caller makes sure that `maximumFixedSize`
/// bytes, and the bytes of every text, are free at `cursor`.
@usableFromInline
package struct RecordEncoder {
  /// The most bytes of a record without its texts, and of the room that may be overwritten behind it.
  package static let maximumFixedSize = 96

  @usableFromInline package var cursor: UnsafeMutableRawPointer
  /// The time of the record that was written last.
  @usableFromInline package var ticks: UInt64
  @usableFromInline var subscription: UInt64 = 0
  @usableFromInline var event: UInt64
  @usableFromInline var cause: UInt64 = 0

  @inlinable
  package init(at cursor: UnsafeMutableRawPointer, thread: UInt32, ticks: UInt64) {
    self.cursor = cursor
    self.ticks = ticks
    event = UInt64(thread) << 40
  }

  /// A value that is not described: the short form, three bytes for most.
  @inlinable @inline(__always)
  package mutating func next(_ subscription: UInt64, event: UInt64, cause: UInt64, ticks: UInt64) {
    let start = cursor
    cursor = start + 1
    varint(ticks &- self.ticks)
    self.ticks = ticks
    var tag: UInt8 = 1
    if event &- self.event != 1 {
      tag |= 2
      varint(zigzag(event &- self.event &- 1))
    }
    self.event = event
    if cause != 0 {
      if cause == event &- 1 {
        tag |= 1 << 2
      } else if cause == self.cause {
        tag |= 2 << 2
      } else {
        tag |= 3 << 2
        relative(cause, to: event)
      }
      self.cause = cause
    }
    let step = zigzag(subscription &- self.subscription)
    self.subscription = subscription
    if step < 15 {
      tag |= UInt8(truncatingIfNeeded: step) << 4
    } else {
      tag |= 15 << 4
      varint(step)
    }
    start.storeBytes(of: tag, as: UInt8.self)
  }

  /// The beginning of every record but the short form.
  @inlinable @inline(__always)
  package mutating func begin(_ kind: RecordKind, ticks: UInt64) {
    cursor.storeBytes(of: kind.rawValue << 1, as: UInt8.self)
    cursor += 1
    varint(ticks &- self.ticks)
    self.ticks = ticks
  }

  /// The beginning of a record of a kind from 64 up, whose fields take fewer than 2 to the power of 7 times
  /// `lengthSize` bytes (1, 2 or 4). Returns where `end` puts their length.
  @inlinable
  package mutating func begin(
    extended kind: RecordKind, ticks: UInt64, lengthSize: Int = 1
  ) -> UnsafeMutableRawPointer {
    begin(kind, ticks: ticks)
    cursor += lengthSize
    return cursor
  }

  @inlinable
  package mutating func end(_ fields: UnsafeMutableRawPointer, lengthSize: Int = 1) {
    let word = UInt32(truncatingIfNeeded: cursor - fields) << 1 | 1
    var bytes = (word << UInt32(truncatingIfNeeded: lengthSize &- 1)).littleEndian
    (fields - lengthSize).copyMemory(from: &bytes, byteCount: lengthSize)
  }

  /// A subscription, close to the one that was put last, which is not kept: for kinds from 64 up.
  @inlinable @inline(__always)
  package mutating func put(nearSubscription number: UInt64) { relative(number, to: subscription) }

  /// A source that subscribers join. It got its number when its first subscriber came: so the number is close
  /// to the subscription that was put last, if this one was among the first.
  @inlinable @inline(__always)
  package mutating func put(nearSource number: UInt64) { relative(number, to: subscription) }

  @inlinable @inline(__always)
  package mutating func put(subscription: UInt64) {
    varint(zigzag(subscription &- self.subscription))
    self.subscription = subscription
  }

  @inlinable @inline(__always)
  package mutating func put(event: UInt64) {
    varint(zigzag(event &- self.event &- 1))
    self.event = event
  }

  /// The cause of the event that was put last.
  @inlinable @inline(__always)
  package mutating func put(cause: UInt64) {
    relative(cause, to: event)
    if cause != 0 { self.cause = cause }
  }

  /// Another event, close to the one that was put last, and not kept: the cause of something that a thread
  /// did; 0 for none.
  @inlinable @inline(__always)
  package mutating func put(nearEvent number: UInt64) { relative(number, to: event) }

  /// Another subscription, close to the one that was put last; 0 for none.
  @inlinable @inline(__always)
  package mutating func put(downstream: UInt64) { relative(downstream, to: subscription) }

  /// A number close to another, where 0 means none: 0, or 1 and the number, or two more than the zigzag of
  /// the difference.
  @inlinable @inline(__always)
  mutating func relative(_ number: UInt64, to other: UInt64) {
    guard number != 0 else { return varint(0) }
    let step = zigzag(other &- number)
    if step < 1 << 62 {
      varint(step &+ 2)
    } else {
      varint(1)
      varint(number)
    }
  }

  /// Seven bits a byte; the zero bits below the lowest one of the first byte tell how many bytes follow.
  @inlinable @inline(__always)
  package mutating func varint(_ number: UInt64) {
    if number < 1 << 7 {
      cursor.storeBytes(of: UInt8(truncatingIfNeeded: number << 1 | 1), as: UInt8.self)
      cursor += 1
    } else {
      let length = (70 &- number.leadingZeroBitCount) / 7
      guard length <= 8 else {
        cursor.storeBytes(of: 0, as: UInt8.self)
        cursor.storeBytes(of: number.littleEndian, toByteOffset: 1, as: UInt64.self)
        cursor += 9
        return
      }
      let word = (number << 1 | 1) << UInt64(truncatingIfNeeded: length &- 1)
      cursor.storeBytes(of: word.littleEndian, as: UInt64.self)
      cursor += length
    }
  }

  @inlinable
  package mutating func put(bytes: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress { cursor.copyMemory(from: start, byteCount: bytes.count) }
    cursor += bytes.count
  }

  /// A text's length and its bytes.
  @inlinable
  package mutating func put(text: UnsafeRawBufferPointer) {
    varint(UInt64(text.count))
    put(bytes: text)
  }

  /// A text that may be missing: 0, or its length and one more, and its bytes.
  @inlinable
  package mutating func put(optionalText text: UnsafeRawBufferPointer?) {
    guard let text else { return varint(0) }
    varint(UInt64(text.count) &+ 1)
    put(bytes: text)
  }
}

/// Small numbers for small differences of either sign.
@inlinable @inline(__always)
package func zigzag(_ difference: UInt64) -> UInt64 {
  difference << 1 ^ UInt64(bitPattern: Int64(bitPattern: difference) >> 63)
}

@inlinable @inline(__always)
package func unzigzag(_ number: UInt64) -> UInt64 {
  number >> 1 ^ (0 &- (number & 1))
}

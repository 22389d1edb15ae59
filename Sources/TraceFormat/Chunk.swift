/// One chunk of a recording as `rxtrace info` shows it. Its records are read with `Recording.forEach`.
package struct Chunk: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case file
    /// The tail of a stream that was not written out: the program was killed, or runs.
    case staging
  }

  package enum State: Hashable, Sendable {
    case whole
    /// Its bytes are not those that were written.
    case damaged
    /// The file ends inside it.
    case cut
    /// Damaged or cut, and replaced by the same chunk from the staging file.
    case replaced
  }

  package let place: Place
  package let state: State
  /// Where it begins in its file, and its bytes, head included.
  package let offset: UInt64
  package let length: UInt64
  package let thread: ThreadID
  /// Nil for a kind that this version does not know.
  package let kind: ChunkKind?
  /// The number of its kind, known or not.
  package let kindNumber: UInt8
  /// Its number among the chunks of its thread and kind, from 0.
  package let sequence: UInt32
  package let records: UInt32
  /// Records of its thread and kind that went before it, written or not.
  package let before: UInt64
  /// How many of those the recorder dropped since the chunk before.
  package let lostBefore: UInt64
  /// The time of its first and of its last record, in nanoseconds of `CLOCK_MONOTONIC`.
  package let firstTime: UInt64
  package let lastTime: UInt64

  init(_ stored: StoredChunk, state: State, clock: ClockMap) {
    place = stored.staged == nil ? .file : .staging
    self.state = state
    offset = stored.offset
    length = stored.length
    thread = ThreadID(rawValue: stored.header.thread)
    kind = stored.kind
    kindNumber = stored.header.kind
    sequence = stored.header.sequence
    records = stored.header.count
    before = stored.header.before
    lostBefore = stored.header.lost
    firstTime = clock.nanoseconds(stored.header.firstTicks)
    lastTime = clock.nanoseconds(stored.header.lastTicks)
  }
}

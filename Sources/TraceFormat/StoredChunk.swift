/// A chunk as it was found: in the file, or as the tail of a stream in the staging file.
struct StoredChunk: Sendable {
  enum State: Sendable { case whole, damaged, cut }

  var header: ChunkHeader
  /// Where the chunk begins, in the file or in the staging file.
  var offset: UInt64
  var headerLength: Int
  var state: State
  /// The records, if they come from the staging file.
  var staged: [UInt8]?

  var stream: StreamKey { StreamKey(thread: header.thread, kind: header.kind) }
  var kind: ChunkKind? { ChunkKind(rawValue: header.kind) }
  var length: UInt64 { UInt64(headerLength) + UInt64(header.payloadLength) }
  var holdsRecords: Bool {
    header.kind == ChunkKind.lifecycle.rawValue || header.kind == ChunkKind.values.rawValue
  }
  /// Whether it is a good index.
  var isIndex: Bool { header.kind == ChunkKind.index.rawValue && state == .whole }
  /// Records of the stream up to this chunk's end, written or not.
  var recordsThroughEnd: UInt64 { header.before.addingClamped(UInt64(header.count)) }
}

/// The chunks of one thread and one kind are numbered together.
struct StreamKey: Hashable, Comparable, Sendable {
  var thread: UInt32
  var kind: UInt8

  static func < (left: Self, right: Self) -> Bool {
    (left.thread, left.kind) < (right.thread, right.kind)
  }
}

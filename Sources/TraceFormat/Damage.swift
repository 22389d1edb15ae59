/// A place where a recording is not what it should be. Everything else in it is used.
public struct Damage: Hashable, Sendable, CustomStringConvertible {
  package enum Problem: Hashable, Sendable {
    /// The recording's header cannot be trusted; its events can.
    case header
    /// Bytes that belong to no chunk.
    case unknownBytes
    /// The chunk's bytes are not those that were written: its records are lost.
    case chunk(thread: ThreadID, kind: ChunkKind?, sequence: UInt32, records: UInt32)
    /// The file ends inside the chunk: its records are lost.
    case cutChunk(thread: ThreadID, kind: ChunkKind?, sequence: UInt32, records: UInt32)
    /// The file ends inside a chunk's head, or was left in the middle of one.
    case cutHead
    /// The chunk was written only in part, and its records were found in the staging file: nothing is lost.
    case repaired(thread: ThreadID, kind: ChunkKind?, sequence: UInt32, records: UInt32)
    /// Bytes that a program which died, or met a full disk, had taken and not filled. No record is missing
    /// there.
    case unfinished
    /// The index knows a chunk that is not there.
    case missingChunk(thread: ThreadID, kind: ChunkKind?, sequence: UInt32, records: UInt32)
    /// The recording was never sealed and its staging file is gone: the last events of each thread are
    /// missing.
    case noStaging
    /// The staging file is there but cannot be used, or belongs to another recording.
    case staging
    /// From that moment on, in nanoseconds of the recording, records were made of which nothing is left: the
    /// disk was full, or somebody cut the staging file. Nobody knows how many.
    case unknownLoss(after: UInt64)
    /// Lines of the marks beside the recording make no sense.
    case marks(damaged: UInt64)
    /// Marks beside the recording are of a time before its beginning or after its end.
    case strayMarks(count: UInt64)
    /// The file with the name of the marks holds none.
    case foreignMarks
    case unreadableMarks(errorNumber: Int32)
  }

  package let problem: Problem
  /// Where it begins in the file, and how many bytes it takes.
  public let offset: UInt64
  public let length: UInt64

  /// No record is missing on account of it.
  public var isHarmless: Bool {
    switch problem {
    case .header, .repaired, .unfinished, .strayMarks, .foreignMarks: true
    default: false
    }
  }

  /// The recording itself is as it should be: this is of the marks beside it.
  package var isOfMarks: Bool {
    switch problem {
    case .marks, .strayMarks, .foreignMarks, .unreadableMarks: true
    default: false
    }
  }

  /// The milliseconds of a time, three digits.
  private static func digits(_ nanoseconds: UInt64) -> String {
    String(String(1000 + nanoseconds / 1_000_000 % 1000).dropFirst())
  }

  private static func counted(_ count: UInt64, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  public var description: String {
    switch problem {
    case .header: "the header is damaged: program, start and host are unknown"
    case .unknownBytes: "\(length) bytes at offset \(offset) belong to no chunk"
    case .chunk(let thread, _, let sequence, let records):
      "chunk \(sequence) of thread \(thread.rawValue) at offset \(offset) is damaged: \(records) records lost"
    case .cutChunk(let thread, _, let sequence, let records):
      "chunk \(sequence) of thread \(thread.rawValue) at offset \(offset) is cut: \(records) records lost"
    case .unfinished: "\(length) bytes at offset \(offset) were never filled: nothing is missing there"
    case .cutHead: "the file is cut at offset \(offset), inside the head of a chunk"
    case .repaired(let thread, _, let sequence, _):
      """
      chunk \(sequence) of thread \(thread.rawValue) at offset \(offset) was not finished; \
      repaired from the staging file
      """
    case .missingChunk(let thread, _, let sequence, let records):
      """
      chunk \(sequence) of thread \(thread.rawValue), once at offset \(offset), is gone: \
      \(records) records lost
      """
    case .noStaging:
      """
      the recording was not sealed and its staging file is gone: \
      the newest records of each thread are missing
      """
    case .staging:
      """
      the staging file beside the recording is damaged or belongs to another recording: \
      the newest records of each thread are missing
      """
    case .unknownLoss(let after):
      "an unknown number of records made after \(after / 1_000_000_000).\(Self.digits(after)) s is missing"
    case .marks(let count):
      "\(Self.counted(count, "line")) of the marks beside it \(count == 1 ? "makes" : "make") no sense"
    case .strayMarks(let count):
      "\(Self.counted(count, "mark")) beside it left out: made before its beginning or after its end"
    case .foreignMarks: "the file of marks beside it holds no marks"
    case .unreadableMarks(let number): "the marks beside it cannot be read: \(systemMessage(number))"
    }
  }
}

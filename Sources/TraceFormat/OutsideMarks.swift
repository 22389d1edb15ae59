internal import Glibc

/// The marks that were made in a recording from outside its process, as the file beside it holds them:
/// `NAME.rxtrace.marks`, a ``MarkLine`` each.
///
/// A reader takes them as records of a thread 0, which no process has, at their times among all others.
package struct OutsideMarks: Sendable {
  /// In the order of time; of the same moment in that of the file.
  private(set) var marks: [(time: UInt64, text: String)] = []
  /// The unused parts of the file.
  private(set) var damage: [Damage] = []

  /// No more of the file is read.
  static let mostBytes: UInt64 = 64 << 20
  private static let step = 1 << 20

  /// The file beside the recording that is called `recording`.
  package static func name(of recording: String) -> String { recording + ".marks" }

  /// The same beside the recording itself, where `recording` is a link to it.
  package static func path(of recording: String) -> String {
    guard let resolved = realpath(recording, nil) else { return name(of: recording) }
    defer { free(resolved) }
    // Over a link such as /proc/PID/root the kernel goes elsewhere than its text says.
    var (there, here) = (stat(), stat())
    guard stat(recording, &there) == 0, stat(resolved, &here) == 0, there.st_dev == here.st_dev,
      there.st_ino == here.st_ino
    else { return name(of: recording) }
    return name(of: String(cString: resolved))
  }

  /// The file at the place of a recording's marks.
  enum File: Sendable {
    case found(ByteSource)
    case unreadable(errorNumber: Int32)
    /// A folder, a pipe, a device.
    case foreign

    /// Nil where there is nothing.
    init?(besides recording: RecordingPlace) {
      do throws(TraceFormatError) {
        self = .found(try recording.marks())
      } catch {
        switch error {
        case .missing: return nil
        case .unreadable(_, let number): self = .unreadable(errorNumber: number)
        default: self = .foreign
        }
      }
    }
  }

  /// Reads the marks of one recording. Marks of other recordings with its name are passed over.
  ///
  /// - Parameter times: from the recording's beginning to its end, as far as that is known.
  init(_ file: File, of identity: [UInt8], in times: ClosedRange<UInt64>) {
    switch file {
    case .unreadable(let number): note(.unreadableMarks(errorNumber: number), 0)
    case .foreign: note(.foreignMarks, 0)
    case .found(let source): read(source, identity, times)
    }
  }

  private mutating func read(_ source: ByteSource, _ identity: [UInt8], _ times: ClosedRange<UInt64>) {
    let length = min(source.length, Self.mostBytes)
    let start = source.bytes(at: 0, count: Int(min(length, UInt64(MarkLine.beginning.count))))
    guard MarkLine.beginning.starts(with: start) else { return note(.foreignMarks, length) }
    var damaged: UInt64 = source.length > length ? 1 : 0
    var stray: UInt64 = 0
    var rest: [UInt8] = []
    /// The rest of a line that is too long for a mark.
    var isPassingOver = false
    var offset: UInt64 = 0
    func take(_ line: ArraySlice<UInt8>) {
      guard !line.isEmpty else { return }
      guard let line = MarkLine(line) else { return damaged += 1 }
      guard line.identity == identity else { return }
      guard times.contains(line.time) else { return stray += 1 }
      marks.append((line.time, line.text))
    }
    while offset < length {
      let part = source.bytes(at: offset, count: Int(min(UInt64(Self.step), length - offset)))
      guard !part.isEmpty else { break }
      offset += UInt64(part.count)
      rest += part
      var lines = rest[...]
      while let end = lines.firstIndex(of: 0x0a) {
        if !isPassingOver { take(lines[..<end]) }
        isPassingOver = false
        lines = lines[(end + 1)...]
      }
      if lines.count > MarkLine.longest {
        if !isPassingOver { damaged += 1 }
        (isPassingOver, lines) = (true, [])
      }
      rest = Array(lines)
    }
    // The last line has no end where it was cut, or is being written.
    if !isPassingOver { take(rest[...]) }
    marks = marks.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    if damaged > 0 { note(.marks(damaged: damaged), length) }
    if stray > 0 { note(.strayMarks(count: stray), length) }
  }

  private mutating func note(_ problem: Damage.Problem, _ length: UInt64) {
    damage.append(Damage(problem: problem, offset: 0, length: length))
  }

  /// The marks as a chunk; nil where there are none.
  func chunk(on clock: ClockMap, _ header: RecordingHeader) -> StoredChunk? {
    guard let first = marks.first, let last = marks.last else { return nil }
    let (opened, closed) = (clock.ticks(first.time), clock.ticks(last.time))
    var writer = GrowingWriter(.outside)
    defer { writer.deallocate() }
    writer.begin(.outside, ticks: opened)
    for (number, mark) in marks.enumerated() {
      let event = EventID(thread: .outside, sequence: UInt64(number) + 1)
      writer.write(.mark(event, text: mark.text), ticks: clock.ticks(mark.time))
    }
    var chunk = ChunkHeader()
    chunk.kind = ChunkKind.lifecycle.rawValue
    chunk.thread = ThreadID.outside.rawValue
    chunk.clock = header.clock.rawValue
    chunk.count = UInt32(marks.count)
    (chunk.openedTicks, chunk.openedMonotonic) = (opened, first.time)
    (chunk.firstTicks, chunk.lastTicks) = (opened, closed)
    (chunk.closedTicks, chunk.closedMonotonic) = (closed, last.time)
    let bytes = writer.bytes
    chunk.payloadLength = UInt32(bytes.count)
    return StoredChunk(header: chunk, offset: 0, headerLength: 0, state: .whole, staged: bytes)
  }
}

/// The staging file of a recording, as chunks at the end of the recording keep it.
///
/// A program that is killed leaves its newest records in the staging file. Completing the recording copies
/// the used parts of that file into chunks of kind `staging`. From then on the recording needs no second
/// file, and a reader finds the same records in it as in both files before.
package struct KeptStaging: Sendable {
  struct Slot: Sendable {
    let number: UInt64
    let head: [UInt8]
    let lifecycle: [UInt8]
    let values: [UInt8]
    /// Where it lies in the recording.
    let offset: UInt64
  }

  /// A chunk holds the slots of this many numbers.
  static let slotsOfPart: UInt64 = 256
  /// In front of each slot: its number, the bytes of its lifecycle records and of its values, and a zero.
  private static let entrySize = 16

  let head: [UInt8]
  private(set) var slots: [Slot] = []

  // Read.

  /// From the chunks of a recording. Nil unless all parts are there and whole.
  init?(_ chunks: [StoredChunk], _ source: ByteSource) {
    let whole = chunks.filter { $0.header.kind == ChunkKind.staging.rawValue && $0.state == .whole }
    // A try that was broken off may stand before the last one.
    guard let last = whole.last, let start = whole.lastIndex(where: { $0.header.sequence == 0 }) else {
      return nil
    }
    let parts = whole[start...].reduce(into: [UInt32: StoredChunk]()) { $0[$1.header.sequence] = $1 }
    guard let first = parts[0], parts.count == Int(last.header.sequence) + 1 else { return nil }
    let firstBytes = Self.payload(of: first, source)
    guard firstBytes.count >= 8 + StagingLayout.headSize else { return nil }
    let count = UInt32(Self.word(firstBytes, 0))
    guard count == last.header.sequence + 1, (0..<count).allSatisfy({ parts[$0] != nil }) else { return nil }
    head = Array(firstBytes[8..<8 + StagingLayout.headSize])
    for number in 0..<count {
      guard let part = parts[number] else { return nil }
      let bytes = number == 0 ? firstBytes : Self.payload(of: part, source)
      let start = number == 0 ? 8 + StagingLayout.headSize : 8
      guard add(bytes, from: start, at: part.offset + UInt64(part.headerLength)) else { return nil }
    }
  }

  private static func payload(of chunk: StoredChunk, _ source: ByteSource) -> [UInt8] {
    source.bytes(at: chunk.offset + UInt64(chunk.headerLength), count: Int(chunk.header.payloadLength))
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// False where the bytes are no slots.
  private mutating func add(_ bytes: [UInt8], from start: Int, at offset: UInt64) -> Bool {
    var place = start
    while place < bytes.count {
      guard bytes.count - place >= Self.entrySize + StagingLayout.Slot.headSize else { return false }
      let (number, lifecycle, values) = (
        Self.word(bytes, place), Self.word(bytes, place + 4), Self.word(bytes, place + 8)
      )
      let head = place + Self.entrySize
      let records = head + StagingLayout.Slot.headSize
      guard lifecycle <= bytes.count - records, values <= bytes.count - records - lifecycle else {
        return false
      }
      slots.append(
        Slot(
          number: UInt64(number), head: Array(bytes[head..<records]),
          lifecycle: Array(bytes[records..<records + lifecycle]),
          values: Array(bytes[(records + lifecycle)..<(records + lifecycle + values)]),
          offset: offset + UInt64(head)))
      place = records + lifecycle + values
    }
    return true
  }

  // Written.

  /// Writes the chunks that keep a staging file, to which nobody may write any more.
  ///
  /// - Parameter write: takes the chunks one by one, heads included; false ends it.
  /// - Returns: whether all of them were written; false also where the file is no staging file.
  package static func write(fileAt path: String, _ write: ([UInt8]) -> Bool) -> Bool {
    guard let source = try? ByteSource(path: path) else { return false }
    return Self.write(source, write)
  }

  static func write(_ source: ByteSource, _ write: ([UInt8]) -> Bool) -> Bool {
    guard let header = StagingHeader(source) else { return false }
    let slots = header.slots(in: source)
    let count = max(1, (slots + slotsOfPart - 1) / slotsOfPart)
    for part in 0..<count {
      var payload: [UInt8] = []
      payload.append(littleEndian: UInt32(count))
      payload.append(littleEndian: UInt32(0))
      if part == 0 { payload += source.bytes(at: 0, count: StagingLayout.headSize) }
      for number in (part * slotsOfPart)..<min(slots, (part + 1) * slotsOfPart) {
        add(slot: number, of: source, header, to: &payload)
      }
      guard payload.count <= ChunkHeader.maximumPayload, write(chunk(UInt32(part), payload)) else {
        return false
      }
    }
    return true
  }

  private static func add(
    slot number: UInt64, of source: ByteSource, _ header: StagingHeader, to payload: inout [UInt8]
  ) {
    let offset = header.offset(ofSlot: number)
    let head = source.bytes(at: offset, count: StagingLayout.Slot.headSize)
    let records = header.areas.map { area -> [UInt8] in
      guard header.isOwn(head, number), let found = SlotHead(head, stream: area.head), found.thread != 0,
        found.bytes <= area.size
      else { return [] }
      return source.bytes(at: offset + UInt64(area.offset), count: found.bytes)
    }
    payload.append(littleEndian: UInt32(number))
    for bytes in records { payload.append(littleEndian: UInt32(bytes.count)) }
    payload.append(littleEndian: UInt32(0))
    payload += head
    for bytes in records { payload += bytes }
  }

  private static func chunk(_ part: UInt32, _ payload: [UInt8]) -> [UInt8] {
    var header = ChunkHeader()
    header.kind = ChunkKind.staging.rawValue
    header.sequence = part
    header.payloadLength = UInt32(payload.count)
    header.payloadChecksum = payload.withUnsafeBytes(checksum)
    var bytes = [UInt8](repeating: 0, count: ChunkHeader.size)
    bytes.withUnsafeMutableBytes { header.encode(to: $0.baseAddress!) }
    return bytes + payload
  }
}

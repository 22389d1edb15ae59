package import TraceFormat

/// A recording as a later version would write it: with what this version does not know among what it knows.
package enum LaterVersion {
  /// A record of a kind of which nobody has heard, at the time of the record before it.
  package static func unknownRecord(kind: UInt8, size: UInt8 = 5) -> [UInt8] {
    [kind << 1, 1, size << 1 | 1] + [UInt8](repeating: 0xff, count: Int(size))
  }

  /// A trait that no site of this version has.
  package static let unknownTrait = SiteTraits(rawValue: 1 << 20)
  /// The number of a role, and of a reason to dispose, of which nobody has heard.
  package static let unknownRole: UInt8 = 9
  package static let unknownReason: UInt8 = 77

  /// The threads from here up dispose for a reason of a later version, last of all that they do.
  private static let firstThread: UInt32 = 1 << 16

  /// The same records with a trait more on each call site, and beside each of `lives` one more that it has subscribed to,
  /// which begins after all others and ends before the end. ``adding(to:)`` gives these their unknown reason.
  package static func adding(to records: [TraceRecord], beside lives: [SubscriptionID]) -> [TraceRecord] {
    var later = records.map { record in
      guard case .subscribed(let id, let downstream, let role, var site) = record.event else { return record }
      site.traits.formUnion(unknownTrait)
      return TraceRecord(
        time: record.time, thread: record.thread,
        event: .subscribed(id, downstream: downstream, role: role, site: site))
    }
    guard let end = later.popLast() else { return later }
    for (index, life) in lives.enumerated() {
      let thread = ThreadID(rawValue: firstThread + UInt32(index))
      let id = SubscriptionID(1 << 32 + UInt64(index))!
      let site = Site(operatorName: "quantized", file: "feedd/Later.swift", line: 7, traits: unknownTrait)
      let event = EventID(thread: thread, sequence: 1)
      let events: [TraceEvent] = [
        .subscribed(id, downstream: life, role: Role(rawValue: UInt32(unknownRole)), site: site),
        .disposed(id, event: event, cause: nil, reason: .explicit),
      ]
      later += events.map { TraceRecord(time: end.time, thread: thread, event: $0) }
    }
    return later + [end]
  }

  /// Puts such a record before the first one of each chunk, and a chunk of an unknown kind between all others.
  package static func adding(to recording: [UInt8]) -> [UInt8] {
    var offset = Int(recording[12..<16].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    var bytes = Array(recording[..<offset])
    var entries: [ChunkIndex.Entry] = []
    while offset < recording.count {
      let (header, length) = recording[offset...].withUnsafeBytes { ChunkHeader.decode($0)! }
      var payload = Array(recording[(offset + length)..<(offset + length + Int(header.payloadLength))])
      offset += length + payload.count
      // The reason is the last that a disposal says: a number of one byte.
      if header.thread >= firstThread { payload[payload.count - 1] = unknownReason << 1 | 1 }
      if header.kind == ChunkKind.index.rawValue {
        let index = ChunkIndex(sealedWallClock: 0, entries: entries)
        append(header, index.encoded(at: UInt64(bytes.count)), to: &bytes)
      } else {
        var header = header
        header.count += 1
        header.before += UInt64(header.sequence)
        entries.append(ChunkIndex.Entry(header, at: UInt64(bytes.count)))
        append(header, unknownRecord(kind: 99) + payload, to: &bytes)
        header.kind = 77
        append(header, [1, 2, 3], to: &bytes)
      }
    }
    return bytes
  }

  private static func append(_ header: ChunkHeader, _ payload: [UInt8], to bytes: inout [UInt8]) {
    var header = header
    header.payloadLength = UInt32(payload.count)
    header.payloadChecksum = payload.withUnsafeBytes(checksum)
    var head = [UInt8](repeating: 0, count: ChunkHeader.size)
    head.withUnsafeMutableBytes {
      header.encode(to: $0.baseAddress!)
      // Of an edition that knows more.
      let edition = RecordCounts.vocabulary + 1
      $0.storeBytes(of: edition.littleEndian, toByteOffset: 100, as: UInt32.self)
      let behind = ChunkHeader.size - 4
      $0.storeBytes(
        of: checksum(UnsafeRawBufferPointer(rebasing: $0[..<behind])).littleEndian, toByteOffset: behind,
        as: UInt32.self)
    }
    bytes += head + payload
  }

  /// A recording of one chunk with these records.
  package static func recording(count: UInt32, payload: [UInt8], minor: UInt16 = 1) -> [UInt8] {
    var header = Samples.header
    header.formatMinor = minor
    var bytes = header.encoded()
    var chunk = ChunkHeader()
    chunk.kind = ChunkKind.lifecycle.rawValue
    chunk.thread = 1
    chunk.count = count
    append(chunk, payload, to: &bytes)
    return bytes
  }
}

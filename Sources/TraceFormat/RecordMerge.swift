import HeapModule

extension Recording {
  /// Every record, in the order of time; the records of one thread in the order in which it made them. Where
  /// records are missing a `lost` record says how many. Keeps no more in memory than the chunks of one
  /// moment.
  public var records: Records { Records(recording: self) }

  /// Gives every record to `body`, as `records` does.
  public func forEach<Failure: Error>(_ body: (TraceRecord) throws(Failure) -> Void) throws(Failure) {
    var merge = RecordMerge(self)
    while let record = merge.next() { try body(record) }
  }

  /// Gives the events whose ticks lie in `ticks` to `body`, in the order of `records`, with their times and
  /// threads, in fewer steps: for those that read millions, or a recording while it is written. Returns how
  /// many it gave, losses aside.
  package func read(
    _ ticks: ClosedRange<UInt64>,
    _ body: (_ time: UInt64, _ thread: ThreadID, _ event: consuming TraceEvent) -> Void
  ) -> UInt64 {
    var merge = RecordMerge(self, ticks)
    while merge.read(body) {}
    return merge.given
  }

  /// How many chunks of records there are.
  package var chunkCount: Int { sources.count }

  /// How many events one of the chunks holds, where its head says that there is nothing else in it to count.
  package func eventCount(ofChunk index: Int) -> UInt64? {
    let header = sources[index].header
    guard let counts = header.counts, counts.telling == 0 else { return nil }
    return UInt64(header.count - counts.others)
  }

  /// Gives the events of some of the chunks, one chunk after the other: for those who only count, on several
  /// threads. Times within events are not filled in, and what is missing between chunks is not told. Returns
  /// what was skipped.
  package func read(
    chunks: some Sequence<Int>, _ body: (_ ticks: UInt64, _ event: consuming TraceEvent) -> Void
  ) -> Skipped {
    var skipped = Skipped()
    for chunk in chunks.lazy.map({ sources[$0] }) {
      guard let open = OpenChunk(chunk, source, lacksTraits: lacksTraits, addresses: addresses) else {
        continue
      }
      if open.hasEvent, open.drain(before: .max, { body($0.ticks, $1) }) {
        // The last of all moments is before no other.
        repeat { body(open.ticks, open.take()) } while open.advance()
      }
      skipped.add(open.skipped)
    }
    return skipped
  }

  /// The skipped chunks.
  package var skippedChunks: Skipped {
    var skipped = Skipped()
    for chunk in chunks where chunk.kind == nil { skipped.chunks[chunk.kindNumber, default: 0] += 1 }
    return skipped
  }

  /// How many records are missing, loss by loss.
  package var lossCounts: [UInt64] { losses.map(\.count) }

  /// The ticks at which the oldest chunk was begun. Older records are missing.
  package var oldestTicks: UInt64? { sources.map(\.header.openedTicks).min() }

  /// The ticks of the newest record that is there.
  package var newestTicks: UInt64? { sources.map(\.header.lastTicks).max() }

  /// The records of a recording; each time it is gone through, the file is read again.
  public struct Records: Sequence {
    let recording: Recording

    public struct Iterator: IteratorProtocol {
      var merge: RecordMerge
      public mutating func next() -> TraceRecord? { merge.next() }
      /// The skipped parts of the recording up to here, for chunks that have been read to their ends.
      public var skipped: Skipped { merge.skipped }
    }

    public func makeIterator() -> Iterator { Iterator(merge: RecordMerge(recording)) }
  }
}

/// The records of all chunks in the order of time.
struct RecordMerge {
  private let recording: Recording
  private var upcoming: ArraySlice<StoredChunk>
  private var losses: ArraySlice<Loss>
  /// The open chunk whose record comes next; nil where no chunk is open.
  private var current: OpenChunk?
  /// The other open chunks.
  private var others = Heap<OpenChunk>()
  private var line: ClockMap.Line
  private let ticks: ClosedRange<UInt64>
  /// Records of chunks that were given to a reader of many.
  private(set) var given: UInt64 = 0
  private(set) var skipped = Skipped()

  /// - Parameter ticks: of the records to give.
  init(_ recording: Recording, _ ticks: ClosedRange<UInt64> = 0 ... .max) {
    self.recording = recording
    self.ticks = ticks
    upcoming =
      ticks.lowerBound == 0
      ? recording.sources[...]
      : recording.sources.filter { $0.header.lastTicks >= ticks.lowerBound }[...]
    losses = recording.losses.filter { ticks.contains($0.ticks) }[...]
    line = recording.clock.line(at: 0)
    skipped = recording.skippedChunks
  }

  mutating func next() -> TraceRecord? {
    openDue()
    if let loss = dueLoss() { return loss }
    guard let open = current else { return nil }
    let record = record(open.ticks, open.thread, withTimes(open, open.take()))
    goOn(open, open.advance())
    return record
  }

  /// Gives the next event to `body`, and with it those behind it that no other chunk comes between. False at
  /// the end.
  mutating func read(_ body: (UInt64, ThreadID, consuming TraceEvent) -> Void) -> Bool {
    openDue()
    if let loss = dueLoss() {
      body(loss.time, loss.thread, loss.event)
      return true
    }
    guard let open = current, open.ticks <= ticks.upperBound else { return false }
    // Records of the same time are put in order one by one.
    var limit = min(upcoming.first?.header.openedTicks ?? .max, ticks.upperBound.addingClamped(1))
    if let loss = losses.first { limit = min(limit, loss.ticks) }
    if let other = others.min { limit = min(limit, other.ticks) }
    guard open.ticks < limit else {
      let record = record(open.ticks, open.thread, withTimes(open, open.take()))
      goOn(open, open.advance())
      given += 1
      body(record.time, record.thread, record.event)
      return true
    }
    goOn(
      open,
      open.drain(before: limit) { open, event in
        given += 1
        body(nanoseconds(open.ticks), ThreadID(rawValue: open.thread), withTimes(open, event))
      })
    return true
  }

  /// Opens the chunks that begin before the next record.
  private mutating func openDue() {
    while let chunk = upcoming.first {
      if let current, chunk.header.openedTicks > current.ticks { return }
      upcoming.removeFirst()
      let open = OpenChunk(
        chunk, recording.source, lacksTraits: recording.lacksTraits, addresses: recording.addresses)
      guard let open else { continue }
      if open.hasEvent, ticks.lowerBound == 0 || open.drain(before: ticks.lowerBound, { _, _ in }) {
        push(open)
      } else {
        skipped.add(open.skipped)
      }
    }
  }

  private mutating func dueLoss() -> TraceRecord? {
    guard let loss = losses.first else { return nil }
    if let current, loss.ticks > current.ticks { return nil }
    losses.removeFirst()
    let since = recording.clock.nanoseconds(loss.sinceTicks)
    return record(loss.ticks, loss.thread, .lost(count: loss.count, since: since))
  }

  /// Puts the current chunk, which has gone on, behind the one whose record comes before its own; or puts it
  /// away.
  private mutating func goOn(_ open: OpenChunk, _ hasMore: Bool) {
    guard hasMore else {
      skipped.add(open.skipped)
      current = others.popMin()
      return
    }
    if let other = others.min, other < open { current = others.replaceMin(with: open) }
  }

  /// Adds a chunk that was opened.
  private mutating func push(_ open: OpenChunk) {
    if let first = current, !(open < first) {
      others.insert(open)
    } else {
      if let first = current { others.insert(first) }
      current = open
    }
  }

  /// The chunk's next event, its times in nanoseconds.
  @inline(__always)
  private func withTimes(_ open: OpenChunk, _ event: consuming TraceEvent) -> TraceEvent {
    switch event {
    case .lost, .aliveBefore: referring(open, event)
    default: event
    }
  }

  @inline(never)
  private func referring(_ open: OpenChunk, _ event: TraceEvent) -> TraceEvent {
    switch event {
    case .lost(let count, _): .lost(count: count, since: recording.clock.nanoseconds(open.earlierTicks))
    case .aliveBefore(let id, let downstream, let role, let site, _):
      .aliveBefore(
        id, downstream: downstream, role: role, site: site,
        since: recording.clock.nanoseconds(open.earlierTicks))
    default: event
    }
  }

  @inline(__always)
  private mutating func record(_ ticks: UInt64, _ thread: UInt32, _ event: TraceEvent) -> TraceRecord {
    TraceRecord(time: nanoseconds(ticks), thread: ThreadID(rawValue: thread), event: event)
  }

  @inline(__always)
  private mutating func nanoseconds(_ ticks: UInt64) -> UInt64 {
    if !line.covers(ticks) { line = recording.clock.line(at: ticks) }
    return line.nanoseconds(ticks)
  }
}

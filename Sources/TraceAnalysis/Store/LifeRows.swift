internal import TraceFormat

/// The lives of a trace, while its records are read and afterwards.
struct LifeRows: Sendable {
  private var rows = RowBlocks<LifeRow>()
  private var rare = RowBlocks<RareFields>()
  /// One for each row, or none.
  private var details = Blocks<LifeDetails>()
  /// The next that was made for the sake of the same. Apart, for the next of a row that is long over comes at
  /// any time.
  private var nextUpstreams = NarrowNumbers()
  let keepsDetails: Bool
  /// The number of each life in the whole recording. Empty while none has been forgotten.
  private var ordinals: ContiguousArray<UInt32> = []
  private var born: UInt32 = 0

  init(keepsDetails: Bool = false) { self.keepsDetails = keepsDetails }

  var count: Int { rows.count }
  var indices: Range<LifeIndex> { LifeIndex(0)..<LifeIndex(rows.count) }

  subscript(index: LifeIndex) -> LifeRow {
    @inline(__always) get { rows[index.position] }
    @inline(__always) _modify { yield &rows[index.position] }
  }

  /// A field whose word says all of it.
  @inline(__always)
  func read<Field: ColumnField>(
    _ index: LifeIndex, _ column: LifeColumn, _ field: (LifeRow) -> Field
  ) -> Field {
    rows.read(index.position, field) { $0[column] }
  }

  /// Reads a field that takes several columns.
  @inline(__always)
  private func read<Field>(
    _ index: LifeIndex, _ row: (LifeRow) -> Field, _ packed: (PackedRow) -> Field
  ) -> Field {
    rows.read(index.position, row, packed)
  }

  /// Returns where the new life lies.
  ///
  /// - Parameter isCounted: whether it is one of the trace's own.
  @discardableResult
  mutating func append(_ row: LifeRow, isCounted: Bool = true) -> LifeIndex {
    rows.append(row)
    if isCounted { born &+= 1 }
    if !ordinals.isEmpty { ordinals.append(isCounted ? born : 0) }
    nextUpstreams.append(NarrowNumbers.none)
    if keepsDetails { details.append(LifeDetails()) }
    return LifeIndex(rows.count - 1)
  }

  /// Nil for most.
  @inline(__always)
  func rare(of index: LifeIndex) -> RareFields? {
    let place = rarePlace(index)
    return place == 0 ? nil : rare[Int(place) - 1]
  }

  @inline(__always)
  func hasRare(_ index: LifeIndex) -> Bool { rarePlace(index) != 0 }

  @inline(__always)
  private func rarePlace(_ index: LifeIndex) -> UInt32 { read(index, .rare) { $0.rare } }

  /// One of the rare fields; nil where a life has none of them.
  @inline(__always)
  func rare<Field>(of index: LifeIndex, _ field: (RareFields) -> Field) -> Field? {
    let place = rarePlace(index)
    return place == 0 ? nil : field(rare[Int(place) - 1])
  }

  mutating func changeRare(_ index: LifeIndex, _ change: (inout RareFields) -> Void) {
    var place = rarePlace(index)
    if place == 0 {
      rare.append(RareFields())
      place = UInt32(clamping: rare.count)
      self[index].rare = place
    }
    change(&rare[Int(place) - 1])
  }

  /// Nothing where no details are kept.
  func details(of index: LifeIndex) -> LifeDetails? { keepsDetails ? details[index.position] : nil }

  @inline(__always)
  mutating func changeDetails(_ index: LifeIndex, _ change: (inout LifeDetails) -> Void) {
    if keepsDetails { change(&details[index.position]) }
  }

  /// Puts the life that is at `order[n]` to `n`, which `newIndex` says of each life.
  mutating func reorder(_ order: [UInt32], _ newIndex: (LifeIndex) -> LifeIndex?) {
    var ordered = RowBlocks<LifeRow>()
    for place in order {
      var row = rows[Int(place)]
      row.downstream.move(newIndex)
      if row.isLate { row.lateBecause.move(newIndex) }
      ordered.append(row)
    }
    rows = ordered
    if keepsDetails { details.permute(order) }
    ordinals.sort()
    rare.change(where: { _ in true }) { $0.move(newIndex) }
    for place in details.indices { details[place].move(newIndex) }
  }
}

extension LifeRows {
  /// Its number in the whole recording.
  func ordinal(of index: LifeIndex) -> Int { ordinals.isEmpty ? index.number : Int(ordinals[index.position]) }

  /// Keeps the lives that have a new index, in their order, and forgets the others.
  mutating func keep(_ newIndices: LifeArray<LifeLink>) {
    func newIndex(_ old: LifeIndex) -> LifeIndex? { newIndices[old].index }
    var kept = LifeRows(keepsDetails: keepsDetails)
    var ordinalsKept: ContiguousArray<UInt32> = []
    for index in indices where newIndex(index) != nil {
      var row = self[index]
      let its = rare(of: index)
      row.downstream.move(newIndex)
      row.lateBecause.move(newIndex)
      (row.firstUpstream, row.lastUpstream, row.rare) = (.none, .none, 0)
      let new = kept.append(row)
      if var its {
        its.move(newIndex)
        kept.changeRare(new) { $0 = its }
      }
      if keepsDetails {
        kept.details[new.position] = details[index.position]
        kept.details[new.position].move(newIndex)
      }
      ordinalsKept.append(UInt32(clamping: ordinal(of: index)))
    }
    kept.ordinals = ordinalsKept
    for index in kept.indices {
      if let downstream = kept.downstream(of: index) { kept.addUpstream(index, to: downstream) }
    }
    kept.born = born
    self = kept
  }

  var blockCount: Int { rows.blockCount }

  /// When each began, and when it ended, in the order of birth.
  @inline(__always)
  func forEachSpan(_ body: (_ birth: UInt64, _ end: UInt64?) -> Void) {
    rows.forEach {
      body($1.subscribedAt, $1.endedAt)
    } packed: {
      body($1.subscribedAt, $1.endedAt)
    }
  }

  /// Adds the places within a block of 256 neighbours at which the word of a column is wanted.
  @inline(__always)
  func places(
    inBlock block: Int, _ column: LifeColumn, _ word: (LifeRow) -> UInt64, into places: inout [UInt8],
    where isWanted: (UInt64) -> Bool
  ) {
    rows.places(inBlock: block, column, word, into: &places, where: isWanted)
  }

  @inline(__always)
  func flags(of index: LifeIndex) -> Life.Flags { read(index, .flags) { $0.flags } }
  @inline(__always)
  func role(of index: LifeIndex) -> Role { read(index, .role) { $0.role } }
  @inline(__always)
  func site(of index: LifeIndex) -> Int { Int(read(index, .site) { $0.site }) }
  @inline(__always)
  func subscribedAt(of index: LifeIndex) -> UInt64 {
    read(index, .subscribedAt) { $0.subscribedAt }
  }
  @inline(__always)
  func endedAt(of index: LifeIndex) -> UInt64? { read(index, { $0.endedAt }, { $0.endedAt }) }

  /// Nil for a root.
  @inline(__always)
  func downstream(of index: LifeIndex) -> LifeIndex? {
    read(index, .downstream) { $0.downstream }.index
  }

  /// Nothing is going to change any more.
  mutating func packAll() {
    rows.packAll()
    rare.packAll()
  }

  /// How much memory the rows and the rare fields take.
  var byteCount: Int {
    rows.byteCount + rare.byteCount + nextUpstreams.byteCount
  }

  @inline(__always)
  func end(of index: LifeIndex) -> EndFields { read(index, { $0.end }, { $0.end }) }
  @inline(__always)
  func disposal(of index: LifeIndex) -> EndFields { read(index, { $0.disposal }, { $0.disposal }) }
  @inline(__always)
  func releasedAt(of index: LifeIndex) -> UInt64? { read(index, { $0.releasedAt }, { $0.releasedAt }) }
  @inline(__always)
  func firstValueAt(of index: LifeIndex) -> UInt64? { read(index, { $0.firstValueAt }, { $0.firstValueAt }) }
  @inline(__always)
  func lastValueAt(of index: LifeIndex) -> UInt64? { read(index, { $0.lastValueAt }, { $0.lastValueAt }) }
  /// The number of the subject, relay or property that it joined; 0 for none.
  func hotSource(of index: LifeIndex) -> UInt64 {
    let signal = read(index, { $0.signal }, { $0.signal })
    return signal == 0 || flags(of: index).contains(.again) ? 0 : signal
  }

  /// The first subscription to the cold signal that it is subscribed to; 0 where it is the first, or nothing
  /// is known of it.
  func firstOfSignal(of index: LifeIndex) -> UInt64 {
    flags(of: index).contains(.again) ? read(index, { $0.signal }, { $0.signal }) : 0
  }

  @inline(__always)
  func id(of index: LifeIndex) -> SubscriptionID { read(index, .id) { $0.id } }

  func owner(of index: LifeIndex) -> OwnerID? { rare(of: index) { $0.owner } ?? nil }

  /// The control signal that stopped it, and when.
  func stop(of index: LifeIndex) -> (by: LifeIndex, at: UInt64)? {
    guard hasRare(index), let rare = rare(of: index, { ($0.stoppedBy, $0.stoppedAt) }),
      let control = rare.0.index
    else { return nil }
    return (control, rare.1)
  }

  /// The source of it that a stop signal ended, or that ended its own source early, and when.
  func stoppedSource(of index: LifeIndex) -> (life: LifeIndex, time: UInt64)? {
    guard flags(of: index).contains(.sourceStopped),
      let rare = rare(of: index, { ($0.stoppedSource, $0.sourceStoppedAt) }), let source = rare.0.index
    else { return nil }
    return (source, rare.1)
  }

  func lateValues(of index: LifeIndex) -> UInt64 { rare(of: index) { $0.lateValues } ?? 0 }

  /// Adds a value that came at `time`.
  @inline(__always)
  mutating func addValue(to index: LifeIndex, _ time: UInt64, _ thread: ThreadID, keepsActivity: Bool) {
    let flags = self[index].addValue(time, thread)
    if keepsActivity { changeDetails(index) { $0.activity.add(time) } }
    if flags.contains(.late) { addLateValue(index, time) }
    if !flags.isAlive { addValueAfterEnd(index, time) }
  }

  @inline(never)
  private mutating func addValueAfterEnd(_ index: LifeIndex, _ time: UInt64) {
    if let ended = self[index].endedAt, time > ended { changeRare(index) { $0.valuesAfterEnd += 1 } }
  }

  @inline(never)
  private mutating func addLateValue(_ index: LifeIndex, _ time: UInt64) {
    guard time > self[index].lateSince else { return }
    changeRare(index) { rare in
      rare.firstLateAt = rare.lateValues == 0 ? time : min(rare.firstLateAt, time)
      rare.lastLateAt = rare.lateValues == 0 ? time : max(rare.lastLateAt, time)
      rare.lateValues += 1
    }
  }

  func lateness(of index: LifeIndex) -> Life.Lateness? {
    guard flags(of: index).contains(.late) else { return nil }
    let row = self[index]
    guard let because = row.lateBecause.index else { return nil }
    let times = rare(of: index) { $0.lateValues > 0 ? ($0.firstLateAt, $0.lastLateAt) : nil } ?? nil
    return Life.Lateness(
      reason: row.flags.contains(.lateByStopSignal) ? .stopSignal : .downstreamGone, since: row.lateSince,
      because: because, isGuessed: row.flags.contains(.lateByGuess),
      firstValueAt: times?.0, lastValueAt: times?.1)
  }

  /// As if none of those for which `isMeant` holds had been late. Their values that were are forgotten
  /// already.
  mutating func forgetLateness(where isMeant: (LifeIndex) -> Bool) {
    change(where: isMeant) { $0.flags.subtract([.late, .lateByStopSignal, .lateByGuess]) }
  }

  /// Lets those live that have ended.
  mutating func wake(where isMeant: (LifeIndex) -> Bool) {
    change(where: isMeant) {
      $0.flags.subtract([.completed, .failed, .disposed, .released])
      $0.reason = .unknown
    }
  }

  mutating func forgetLateValues(of index: LifeIndex) {
    if lateValues(of: index) > 0 { changeRare(index) { $0.lateValues = 0 } }
  }

  mutating func makeDoubtful(where isMeant: (LifeIndex) -> Bool) {
    change(where: isMeant) { $0.flags.insert(.doubtful) }
  }

  private mutating func change(where isMeant: (LifeIndex) -> Bool, _ change: (inout LifeRow) -> Void) {
    rows.change(where: { isMeant(LifeIndex($0)) }, change)
  }

  mutating func setLateness(of index: LifeIndex, to lateness: Life.Lateness) {
    self[index].setLateness(lateness)
  }

  /// Adds a life to those that were made for the sake of `downstream`.
  mutating func addUpstream(_ index: LifeIndex, to downstream: LifeIndex) {
    if let last = self[downstream].lastUpstream.index {
      nextUpstreams[last.position] = UInt32(clamping: index.position)
    } else {
      self[downstream].firstUpstream = LifeLink(index)
    }
    self[downstream].lastUpstream = LifeLink(index)
  }

  /// The next life that was made for the sake of the same one.
  @inline(__always)
  func nextUpstream(of index: LifeIndex) -> LifeIndex? {
    let next = nextUpstreams[index.position]
    return next == NarrowNumbers.none ? nil : LifeIndex(Int(next))
  }

  /// From now on nobody goes from one to the next.
  mutating func forgetNextUpstreams() { nextUpstreams = NarrowNumbers() }

  /// The first life that was made for the sake of this one, and for which `isWanted` holds.
  func firstUpstream(of index: LifeIndex, where isWanted: (LifeRow) -> Bool) -> LifeIndex? {
    var next = self[index].firstUpstream.index
    while let upstream = next {
      if isWanted(self[upstream]) { return upstream }
      next = nextUpstream(of: upstream)
    }
    return nil
  }
}

internal import TraceFormat

/// What is known of the lives of a trace, by index, while its records are read.
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
  var indices: Range<Int> { rows.indices }

  subscript(index: Int) -> LifeRow {
    @inline(__always) get { rows[index] }
    @inline(__always) _modify { yield &rows[index] }
  }

  /// - Parameter isCounted: whether it is one of the trace's own.
  mutating func append(_ row: LifeRow, isCounted: Bool = true) {
    rows.append(row)
    if isCounted { born &+= 1 }
    if !ordinals.isEmpty { ordinals.append(isCounted ? born : 0) }
    nextUpstreams.append(NarrowNumbers.none)
    if keepsDetails { details.append(LifeDetails()) }
  }

  /// Nil for most.
  @inline(__always)
  func rare(of index: Int) -> RareFields? {
    let place = rarePlace(index)
    return place == 0 ? nil : rare[Int(place) - 1]
  }

  @inline(__always)
  func hasRare(_ index: Int) -> Bool { rarePlace(index) != 0 }

  @inline(__always)
  private func rarePlace(_ index: Int) -> UInt32 { rows.read(index, { $0.rare }, { $0.rare }) }

  /// One of the rare fields; nil where a life has none of them.
  @inline(__always)
  func rare<Field>(of index: Int, _ field: (RareFields) -> Field) -> Field? {
    let place = rarePlace(index)
    return place == 0 ? nil : field(rare[Int(place) - 1])
  }

  mutating func changeRare(_ index: Int, _ change: (inout RareFields) -> Void) {
    var place = rarePlace(index)
    if place == 0 {
      rare.append(RareFields())
      place = UInt32(clamping: rare.count)
      rows[index].rare = place
    }
    change(&rare[Int(place) - 1])
  }

  /// Nothing where no details are kept.
  func details(of index: Int) -> LifeDetails? { keepsDetails ? details[index] : nil }

  @inline(__always)
  mutating func changeDetails(_ index: Int, _ change: (inout LifeDetails) -> Void) {
    if keepsDetails { change(&details[index]) }
  }

  /// Puts the life that is at `order[n]` to `n`, and replaces each number by the result of `numbered` for it.
  mutating func reorder(_ order: [UInt32], _ numbered: (UInt32) -> UInt32) {
    var ordered = RowBlocks<LifeRow>()
    for index in order {
      var row = rows[Int(index)]
      if row.downstream != 0 { row.downstream = numbered(row.downstream) }
      if row.isLate { row.lateBecause = numbered(row.lateBecause) }
      ordered.append(row)
    }
    rows = ordered
    if keepsDetails { details.permute(order) }
    ordinals.sort()
    rare.change(where: { _ in true }) { $0.renumber(numbered) }
    for index in details.indices { details[index].renumber(numbered) }
  }
}

extension LifeRows {
  /// Its number in the whole recording.
  func ordinal(of index: Int) -> Int { ordinals.isEmpty ? index + 1 : Int(ordinals[index]) }

  /// Keeps the lives that have a new number, in their order, and forgets the lives with 0.
  mutating func keep(_ numbers: [UInt32]) {
    func numbered(_ old: UInt32) -> UInt32 { old == 0 ? 0 : numbers[Int(old) - 1] }
    var kept = LifeRows(keepsDetails: keepsDetails)
    var ordinalsKept: ContiguousArray<UInt32> = []
    for index in indices where numbers[index] != 0 {
      var row = rows[index]
      let its = rare(of: index)
      row.downstream = numbered(row.downstream)
      row.lateBecause = numbered(row.lateBecause)
      (row.firstUpstream, row.lastUpstream, row.rare) = (0, 0, 0)
      kept.append(row)
      if var its {
        its.renumber(numbered)
        kept.changeRare(kept.count - 1) { $0 = its }
      }
      if keepsDetails {
        kept.details[kept.count - 1] = details[index]
        kept.details[kept.count - 1].renumber(numbered)
      }
      ordinalsKept.append(UInt32(clamping: ordinal(of: index)))
    }
    kept.ordinals = ordinalsKept
    for index in kept.indices {
      if let downstream = kept.downstream(of: index) { kept.addUpstream(index + 1, to: downstream) }
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
  func flags(of index: Int) -> Life.Flags { rows.read(index, { $0.flags }, { $0.flags }) }
  @inline(__always)
  func role(of index: Int) -> Role { rows.read(index, { $0.role }, { $0.role }) }
  @inline(__always)
  func site(of index: Int) -> Int { Int(rows.read(index, { $0.site }, { $0.site })) }
  @inline(__always)
  func subscribedAt(of index: Int) -> UInt64 {
    rows.read(index, { $0.subscribedAt }, { $0.subscribedAt })
  }
  @inline(__always)
  func endedAt(of index: Int) -> UInt64? { rows.read(index, { $0.endedAt }, { $0.endedAt }) }
  @inline(__always)
  func values(of index: Int) -> UInt64 { rows.read(index, { $0.values }, { $0.values }) }
  @inline(__always)
  func thread(of index: Int) -> ThreadID { rows.read(index, { $0.thread }, { $0.thread }) }
  @inline(__always)
  func reason(of index: Int) -> DisposalReason { rows.read(index, { $0.reason }, { $0.reason }) }
  @inline(__always)
  func epoch(of index: Int) -> UInt32 { rows.read(index, { $0.epoch }, { $0.epoch }) }

  /// The number of a life's downstream; nil for a root.
  @inline(__always)
  func downstream(of index: Int) -> Int? {
    let number = rows.read(index, { $0.downstream }, { $0.downstream })
    return number == 0 ? nil : Int(number)
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
  func end(of index: Int) -> EndFields { rows.read(index, { $0.end }, { $0.end }) }
  @inline(__always)
  func disposal(of index: Int) -> EndFields { rows.read(index, { $0.disposal }, { $0.disposal }) }
  @inline(__always)
  func releasedAt(of index: Int) -> UInt64? { rows.read(index, { $0.releasedAt }, { $0.releasedAt }) }
  @inline(__always)
  func firstValueAt(of index: Int) -> UInt64? { rows.read(index, { $0.firstValueAt }, { $0.firstValueAt }) }
  @inline(__always)
  func lastValueAt(of index: Int) -> UInt64? { rows.read(index, { $0.lastValueAt }, { $0.lastValueAt }) }
  @inline(__always)
  func lastThread(of index: Int) -> ThreadID { rows.read(index, { $0.lastThread }, { $0.lastThread }) }
  @inline(__always)
  func acts(of index: Int) -> UInt32 { rows.read(index, { $0.acts }, { $0.acts }) }
  /// The number of the subject, relay or property that it joined; 0 for none.
  func hotSource(of index: Int) -> UInt64 {
    let signal = rows.read(index, { $0.signal }, { $0.signal })
    return signal == 0 || flags(of: index).contains(.again) ? 0 : signal
  }

  /// The first subscription to the cold signal that it is subscribed to; 0 where it is the first, or nothing is known of it.
  func firstOfSignal(of index: Int) -> UInt64 {
    flags(of: index).contains(.again) ? rows.read(index, { $0.signal }, { $0.signal }) : 0
  }

  @inline(__always)
  func id(of index: Int) -> SubscriptionID { rows.read(index, { $0.id }, { $0.id }) }

  func owner(of index: Int) -> OwnerID? { rare(of: index) { $0.owner } ?? nil }

  /// The control signal that stopped it, and when.
  func stop(of index: Int) -> (by: Int, at: UInt64)? {
    guard hasRare(index), let rare = rare(of: index, { ($0.stoppedBy, $0.stoppedAt) }), rare.0 != 0 else {
      return nil
    }
    return (Int(rare.0), rare.1)
  }

  /// The source of it that a stop signal ended, or that ended its own source early, and when.
  func stoppedSource(of index: Int) -> (life: Int, time: UInt64)? {
    guard flags(of: index).contains(.sourceStopped) else { return nil }
    return rare(of: index) { (Int($0.stoppedSource), $0.sourceStoppedAt) }
  }

  func lateValues(of index: Int) -> UInt64 { rare(of: index) { $0.lateValues } ?? 0 }

  /// Adds a value that came at `time`.
  @inline(__always)
  mutating func addValue(to index: Int, _ time: UInt64, _ thread: ThreadID, keepsActivity: Bool) {
    let flags = rows[index].addValue(time, thread)
    if keepsActivity { changeDetails(index) { $0.activity.add(time) } }
    if flags.contains(.late) { addLateValue(index, time) }
    if !flags.isAlive { addValueAfterEnd(index, time) }
  }

  @inline(never)
  private mutating func addValueAfterEnd(_ index: Int, _ time: UInt64) {
    if let ended = self[index].endedAt, time > ended { changeRare(index) { $0.valuesAfterEnd += 1 } }
  }

  @inline(never)
  private mutating func addLateValue(_ index: Int, _ time: UInt64) {
    guard time > self[index].lateSince else { return }
    changeRare(index) { rare in
      rare.firstLateAt = rare.lateValues == 0 ? time : min(rare.firstLateAt, time)
      rare.lastLateAt = rare.lateValues == 0 ? time : max(rare.lastLateAt, time)
      rare.lateValues += 1
    }
  }

  func lateness(of index: Int) -> Life.Lateness? {
    guard flags(of: index).contains(.late) else { return nil }
    let row = self[index]
    let times = rare(of: index) { $0.lateValues > 0 ? ($0.firstLateAt, $0.lastLateAt) : nil } ?? nil
    return Life.Lateness(
      reason: row.flags.contains(.lateByStopSignal) ? .stopSignal : .downstreamGone, since: row.lateSince,
      because: Int(row.lateBecause), isGuessed: row.flags.contains(.lateByGuess),
      firstValueAt: times?.0, lastValueAt: times?.1)
  }

  /// As if none of those for which `isMeant` holds had been late. Their values that were are forgotten already.
  mutating func forgetLateness(where isMeant: (Int) -> Bool) {
    rows.change(where: isMeant) { $0.flags.subtract([.late, .lateByStopSignal, .lateByGuess]) }
  }

  /// Lets those live that have ended.
  mutating func wake(where isMeant: (Int) -> Bool) {
    rows.change(where: isMeant) {
      $0.flags.subtract([.completed, .failed, .disposed, .released])
      $0.reason = .unknown
    }
  }

  mutating func forgetLateValues(of index: Int) {
    if lateValues(of: index) > 0 { changeRare(index) { $0.lateValues = 0 } }
  }

  mutating func makeDoubtful(where isMeant: (Int) -> Bool) {
    rows.change(where: isMeant) { $0.flags.insert(.doubtful) }
  }

  mutating func setLateness(of index: Int, to lateness: Life.Lateness) {
    rows[index].setLateness(lateness)
  }

  /// Adds `number` to what was made for the sake of `downstream`.
  mutating func addUpstream(_ number: Int, to downstream: Int) {
    let word = UInt32(clamping: number)
    let last = self[downstream - 1].lastUpstream
    if last == 0 {
      self[downstream - 1].firstUpstream = word
    } else {
      nextUpstreams[Int(last) - 1] = word
    }
    self[downstream - 1].lastUpstream = word
  }

  /// What was made next for the sake of the same as `number` was; 0 for nothing.
  @inline(__always)
  func nextUpstream(of number: Int) -> Int {
    let next = nextUpstreams[number - 1]
    return next == NarrowNumbers.none ? 0 : Int(next)
  }

  /// From now on nobody goes from one to the next.
  mutating func forgetNextUpstreams() { nextUpstreams = NarrowNumbers() }

  /// The first of `number`'s upstreams for which `isWanted` holds.
  func firstUpstream(of number: Int, where isWanted: (LifeRow) -> Bool) -> Int? {
    var next = Int(self[number - 1].firstUpstream)
    while next != 0 {
      if isWanted(self[next - 1]) { return next }
      next = nextUpstream(of: next)
    }
    return nil
  }
}

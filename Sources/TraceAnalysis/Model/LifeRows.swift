internal import TraceFormat

/// What is known of the lives of a trace, by index, while its records are read.
struct LifeRows: Sendable {
  private var rows = Blocks<LifeRow>()
  private var rare = Blocks<RareFields>()
  /// One for each row, or none.
  private var details = Blocks<LifeDetails>()
  let keepsDetails: Bool

  init(keepsDetails: Bool = false) { self.keepsDetails = keepsDetails }

  var count: Int { rows.count }
  var indices: Range<Int> { rows.indices }

  subscript(index: Int) -> LifeRow {
    @inline(__always) _read { yield rows[index] }
    @inline(__always) _modify { yield &rows[index] }
  }

  mutating func append(_ row: LifeRow) {
    rows.append(row)
    if keepsDetails { details.append(LifeDetails()) }
  }

  /// Nil for most.
  @inline(__always)
  func rare(of index: Int) -> RareFields? {
    let place = rows[index].rare
    return place == 0 ? nil : rare[Int(place) - 1]
  }

  @inline(__always)
  func hasRare(_ index: Int) -> Bool { rows[index].rare != 0 }

  /// One of the rare fields; nil where a life has none of them.
  @inline(__always)
  func rare<Field>(of index: Int, _ field: (RareFields) -> Field) -> Field? {
    let place = rows[index].rare
    return place == 0 ? nil : field(rare[Int(place) - 1])
  }

  mutating func changeRare(_ index: Int, _ change: (inout RareFields) -> Void) {
    if rows[index].rare == 0 {
      rare.append(RareFields())
      rows[index].rare = UInt32(clamping: rare.count)
    }
    change(&rare[Int(rows[index].rare) - 1])
  }

  /// Nothing where no details are kept.
  func details(of index: Int) -> LifeDetails? { keepsDetails ? details[index] : nil }

  @inline(__always)
  mutating func changeDetails(_ index: Int, _ change: (inout LifeDetails) -> Void) {
    if keepsDetails { change(&details[index]) }
  }

  /// Puts the life that is at `order[n]` to `n`, and replaces each number by what `numbered` makes of it.
  mutating func reorder(_ order: [UInt32], _ numbered: (UInt32) -> UInt32) {
    rows.permute(order)
    if keepsDetails { details.permute(order) }
    for index in rows.indices {
      if rows[index].downstream != 0 { rows[index].downstream = numbered(rows[index].downstream) }
      if rows[index].isLate { rows[index].lateBecause = numbered(rows[index].lateBecause) }
    }
    for index in rare.indices { rare[index].renumber(numbered) }
    for index in details.indices { details[index].renumber(numbered) }
  }
}

extension LifeRows {
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
    guard self[index].flags.contains(.sourceStopped) else { return nil }
    return rare(of: index) { (Int($0.stoppedSource), $0.sourceStoppedAt) }
  }

  func lateValues(of index: Int) -> UInt64 { rare(of: index) { $0.lateValues } ?? 0 }

  /// Adds a value that came at `time`.
  @inline(__always)
  mutating func addValue(to index: Int, _ time: UInt64, _ thread: ThreadID, keepsActivity: Bool) {
    let flags = self[index].addValue(time, thread)
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
    let row = self[index]
    guard row.isLate else { return nil }
    let times = rare(of: index) { $0.lateValues > 0 ? ($0.firstLateAt, $0.lastLateAt) : nil } ?? nil
    return Life.Lateness(
      reason: row.flags.contains(.lateByStopSignal) ? .stopSignal : .downstreamGone, since: row.lateSince,
      because: Int(row.lateBecause), isGuessed: row.flags.contains(.lateByGuess),
      firstValueAt: times?.0, lastValueAt: times?.1)
  }

  mutating func setLateness(of index: Int, to lateness: Life.Lateness?) {
    self[index].flags.subtract([.late, .lateByStopSignal, .lateByGuess])
    guard let lateness else {
      if lateValues(of: index) > 0 { changeRare(index) { $0.lateValues = 0 } }
      return
    }
    self[index].flags.insert(.late)
    if lateness.reason == .stopSignal { self[index].flags.insert(.lateByStopSignal) }
    if lateness.isGuessed { self[index].flags.insert(.lateByGuess) }
    self[index].lateSince = lateness.since
    self[index].lateBecause = UInt32(clamping: lateness.because)
  }

  /// Adds `number` to what was made for the sake of `downstream`.
  mutating func addUpstream(_ number: Int, to downstream: Int) {
    let word = UInt32(clamping: number)
    let last = self[downstream - 1].lastUpstream
    if last == 0 {
      self[downstream - 1].firstUpstream = word
    } else {
      self[Int(last) - 1].nextUpstream = word
    }
    self[downstream - 1].lastUpstream = word
  }

  /// The first of `number`'s upstreams for which `isWanted` holds.
  func firstUpstream(of number: Int, where isWanted: (LifeRow) -> Bool) -> Int? {
    var next = Int(self[number - 1].firstUpstream)
    while next != 0 {
      if isWanted(self[next - 1]) { return next }
      next = Int(self[next - 1].nextUpstream)
    }
    return nil
  }
}

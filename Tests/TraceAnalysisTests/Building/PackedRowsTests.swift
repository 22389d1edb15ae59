import Testing
import TraceFormat

@testable import TraceAnalysis

/// Rows are the same when they are packed, and when they are changed then.
struct PackedRowsTests {
  @Test func `What is changed here and there is packed again`() {
    var blocks = RowBlocks<LifeRow>()
    for index in 0..<5120 {
      blocks.append(
        LifeRow(
          id: SubscriptionID(UInt64(index + 1))!, thread: ThreadID(rawValue: 1), time: UInt64(index * 1000)))
    }
    blocks.packAll()
    let bytes = blocks.byteCount
    blocks.change(where: { $0 % 100 == 99 }) { $0.flags.insert(.doubtful) }
    #expect(blocks.indices.allSatisfy { blocks[$0].flags.contains(.doubtful) == ($0 % 100 == 99) })
    #expect(blocks.byteCount < 2 * bytes)
    // One that was not packed stays as it was, and can be packed later.
    blocks[0].values = 7
    blocks.change(where: { $0 == 1 }) { $0.values = 8 }
    blocks.packAll()
    #expect(blocks[0].values == 7)
    #expect(blocks[1].values == 8)
    #expect(blocks.byteCount < 2 * bytes)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `What is packed says what it said before`(seed: UInt64) {
    var numbers = Numbers(state: seed)
    var rows = (0..<2000).map { LifeRow(index: $0, &numbers) }
    var blocks = RowBlocks<LifeRow>()
    for row in rows { blocks.append(row) }
    blocks.packAll()
    // None is unpacked for a few changes, some blocks are for more, and all for very many.
    for changes in [10, 150, 600, 3000, 0] {
      for _ in 0..<changes {
        let index = Int(numbers.below(2000))
        rows[index].values += 1
        blocks[index].values += 1
      }
      if changes % 4 == 0 { blocks.packAll() }
      for (index, row) in rows.enumerated() {
        if index % 16 == changes % 16 { #expect("\(blocks[index])" == "\(row)") }
        #expect(blocks.read(index, { $0.endedAt }, { $0.endedAt }) == row.endedAt)
        #expect(blocks.read(index, { $0.downstream }, { $0[.downstream] }) == row.downstream)
        #expect(blocks.read(index, { $0.flags }, { $0[.flags] }) == row.flags)
      }
      rows.append(LifeRow(index: rows.count, &numbers))
      blocks.append(rows[rows.count - 1])
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `What is rare says what it said before it was packed`(seed: UInt64) {
    var numbers = Numbers(state: seed)
    var rows = (0..<2000).map { RareFields(index: $0, &numbers) }
    var blocks = RowBlocks<RareFields>()
    for row in rows { blocks.append(row) }
    blocks.packAll()
    for changes in [0, 10, 3000] {
      for _ in 0..<changes {
        let index = Int(numbers.below(2000))
        rows[index] = RareFields(index: index, &numbers)
        blocks[index] = rows[index]
      }
      blocks.packAll()
      #expect(blocks.indices.allSatisfy { "\(blocks[$0])" == "\(rows[$0])" })
    }
    // One is as large as three packed.
    #expect(blocks.byteCount < MemoryLayout<RareFields>.stride / 3 * rows.count)
  }
}

/// Numbers that look like chance, the same in every run.
private struct Numbers {
  var state: UInt64

  mutating func below(_ bound: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % bound
  }

  /// Sometimes none, most often near `other`, at times far from it.
  mutating func near(_ other: UInt64) -> UInt64 {
    switch below(10) {
    case 0: 0
    case 1: other &- below(1 << 20)
    case 2: other &+ below(1 << 30) << 12
    default: other &+ below(1000)
    }
  }
}

extension LifeRow {
  /// A row of which a half is as it comes.
  fileprivate init(index: Int, _ numbers: inout Numbers) {
    let number = UInt64(index + 1)
    self.init(
      id: SubscriptionID(number + numbers.below(3))!, thread: ThreadID(rawValue: UInt32(numbers.below(4))),
      time: 1_000_000_000 + number * 500)
    flags = Life.Flags(rawValue: UInt16(numbers.below(1 << 15)))
    reason = DisposalReason(rawValue: UInt8(numbers.below(8))) ?? .unknown
    values = numbers.below(3) * numbers.below(1 << 20)
    if values != 0 { (firstValue, lastValue) = (numbers.near(subscribedAt), numbers.near(subscribedAt)) }
    if hasEnding { endTime = numbers.near(subscribedAt) }
    if isDisposed { disposalTime = numbers.near(subscribedAt) }
    if flags.contains(.released) { releaseTime = numbers.near(subscribedAt) }
    if isLate { lateSince = numbers.near(subscribedAt) }
    lateBecause = LifeLink(word: UInt32(clamping: numbers.near(number)))
    role = Role(.inner, number: UInt32(numbers.below(100)))
    lastThread = ThreadID(rawValue: UInt32(numbers.below(1 << 24)))
    endThread = ThreadID(rawValue: UInt32(numbers.below(2)))
    endDelivery = Delivery(EventID(numbers.below(100)))
    disposalDelivery = Delivery(EventID(numbers.below(100)))
    site = UInt32(numbers.below(70_000))
    downstream = LifeLink(word: UInt32(clamping: numbers.near(number)))
    firstUpstream = LifeLink(word: UInt32(clamping: numbers.near(number)))
    lastUpstream = LifeLink(word: UInt32(clamping: numbers.near(number)))
    epoch = UInt32(numbers.below(9))
    acts = .max - UInt32(numbers.below(9))
    if numbers.below(2) == 0 { signal = numbers.near(number) }
    rare = UInt32(numbers.below(5))
  }
}

extension RareFields {
  /// Fields of which most are as they come.
  fileprivate init(index: Int, _ numbers: inout Numbers) {
    self.init()
    let time = 1_000_000_000 + UInt64(index) * 500
    if numbers.below(2) == 0 { owner = OwnerID(1000 + UInt64(index) / 3) }
    if numbers.below(4) == 0 { handleReleasedAt = time + numbers.below(2000) }
    if numbers.below(4) == 0 { handleReleaseEpoch = UInt32(numbers.below(9)) }
    if numbers.below(2) == 0 { (stoppedBy, stoppedAt) = (LifeLink(word: UInt32(index + 2)), time) }
    if numbers.below(9) == 0 { (formerOwner, removedAt) = (OwnerID(7), time) }
    if numbers.below(9) == 0 {
      (stoppedSource, sourceStoppedAt, stops) = (LifeLink(word: UInt32(index + 1)), time + 4, 1)
    }
    handleWasKept = numbers.below(3) == 0
    wasBegunByEnd = numbers.below(4) == 0
    handleReleaseMoment = UInt32(index)
    begunWithin = numbers.below(5) == 0 ? LifeLink(word: UInt32(numbers.below(2000))) : LifeLink.none
    answeredBy = numbers.below(5) == 0 ? LifeLink(word: UInt32(index + 3)) : LifeLink.none
    if numbers.below(2) == 0 { handoverEntry = UInt32(numbers.below(9) * 7000) }
    if numbers.below(9) == 0 { self.label = "one \(index)" }
  }
}

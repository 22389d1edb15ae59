import Testing
import TraceFormat

@testable import TraceAnalysis

/// What is over takes little room, however much of it there is.
struct FinishedLivesTests {
  private static let sites = (1...5).map { line in
    Site(operatorName: "operator\(line)", file: "a.swift", line: UInt32(line))
  }

  /// Sessions of two subscriptions that come, send a value and go; each `leak`th goes on.
  private func builder(
    sessions: Int, leak: Int = .max, endsAll: Bool = false, joining: (Int) -> UInt64? = { _ in nil }
  ) -> ForestBuilder {
    var builder = ForestBuilder(options: .init(keepsActivity: false, causeDepth: 0))
    var (time, sequence) = (UInt64(1_000_000), UInt64(0))
    let thread = ThreadID(rawValue: 1)
    var left: [(root: SubscriptionID, source: SubscriptionID)] = []
    func add(_ event: TraceEvent) {
      time += 700
      builder.add(TraceRecord(time: time, thread: thread, event: event))
    }
    func event() -> EventID {
      sequence += 1
      return EventID(thread: thread, sequence: sequence)
    }
    for session in 0..<sessions {
      let (root, source) = (
        SubscriptionID(UInt64(2 * session + 1))!, SubscriptionID(UInt64(2 * session + 2))!
      )
      add(.subscribed(root, downstream: nil, role: Role(.source), site: Self.sites[session % 4]))
      add(.subscribed(source, downstream: root, role: Role(.source), site: Self.sites[4]))
      if let subject = joining(session) { add(.joinedSource(source, source: subject)) }
      let value = event()
      add(.next(source, event: value, cause: nil, value: nil))
      add(.next(root, event: event(), cause: value, value: nil))
      if session % leak == leak - 1 {
        left.append((root, source))
        continue
      }
      let last = event()
      add(.completed(source, event: last, cause: nil))
      add(.disposed(source, event: event(), cause: last, reason: .terminated))
      add(.completed(root, event: event(), cause: last))
      add(.disposed(root, event: event(), cause: last, reason: .terminated))
      add(.released(source))
      add(.released(root))
    }
    for (root, source) in left where endsAll {
      add(.disposed(root, event: event(), cause: nil, reason: .explicit))
      add(.disposed(source, event: event(), cause: nil, reason: .downstream))
      add(.released(source))
      add(.released(root))
    }
    return builder
  }

  private func forest(sessions: Int, leak: Int = .max) -> Forest {
    builder(sessions: sessions, leak: leak).finish()
  }

  @Test func `A row has no more than 144 bytes, and nothing to count references of`() {
    #expect(MemoryLayout<LifeRow>.stride <= 144)
    #expect(_isPOD(LifeRow.self))
  }

  @Test func `A finished subscription takes less than 64 bytes`() {
    let forest = forest(sessions: 20_000)
    #expect(forest.lives.count == 40_000)
    #expect(forest.table.rows.byteCount < 64 * forest.lives.count)
  }

  @Test func `One that goes on does not keep its neighbours`() {
    let forest = forest(sessions: 20_000, leak: 50)
    #expect(forest.lives.count(where: \.isAlive) == 800)
    #expect(forest.table.rows.byteCount < 64 * forest.lives.count)
  }

  @Test func `While records are read, what is over is packed already`() {
    let builder = builder(sessions: 20_000)
    #expect(builder.lives.byteCount < 80 * builder.lives.count)
  }

  @Test func `What goes on to the end does not bring its neighbours back when it ends`() {
    let builder = builder(sessions: 20_000, leak: 50, endsAll: true)
    #expect(builder.lives.byteCount < 80 * builder.lives.count)
    let forest = builder.finish()
    #expect(forest.lives.allSatisfy { !$0.isAlive && $0.releasedAt != nil })
    #expect(forest.table.rows.byteCount < 64 * forest.lives.count)
  }

  @Test func `What is changed here and there is packed again`() {
    var blocks = RowBlocks()
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
    var blocks = RowBlocks()
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
        #expect(blocks.read(index, { $0.downstream }, { $0.downstream }) == row.downstream)
        #expect(blocks.read(index, { $0.hotSource }, { $0.hotSource }) == row.hotSource)
        #expect(blocks.read(index, { $0.flags }, { $0.flags }) == row.flags)
      }
      rows.append(LifeRow(index: rows.count, &numbers))
      blocks.append(rows[rows.count - 1])
    }
  }

  @Test func `What it joined takes a byte or two of a subscription, and none where nobody says it`() {
    let sessions = 20_000
    func bytes(_ joining: (Int) -> UInt64?) -> Double {
      let rows = builder(sessions: sessions, joining: joining).finish().table.rows
      return Double(rows.byteCount) / Double(rows.count)
    }
    let without = bytes { _ in nil }
    // Each session has a subject of its own; all join one that is as old as the program.
    let (own, old) = (bytes { UInt64(2 * $0 + 5) }, bytes { _ in 1 })
    #expect(without < 64)
    #expect(own - without <= 1.1, "\(without) \(own)")
    #expect(old - without <= 3.1, "\(without) \(old)")
  }

  @Test func `Rare fields are made for those that have them`() {
    let forest = forest(sessions: 1000)
    #expect(forest.lives.count == 2000)
    #expect(forest.lives.allSatisfy { $0.rare.isEmpty })
    #expect(forest.lives.allSatisfy { forest.table.rows.details(of: $0.index) == nil })
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
    lateBecause = UInt32(clamping: numbers.near(number))
    role = Role(.inner, number: UInt32(numbers.below(100)))
    lastThread = ThreadID(rawValue: UInt32(numbers.below(1 << 24)))
    endThread = ThreadID(rawValue: UInt32(numbers.below(2)))
    endDelivery = Delivery(EventID(numbers.below(100)))
    disposalDelivery = Delivery(EventID(numbers.below(100)))
    site = UInt32(numbers.below(70_000))
    downstream = UInt32(clamping: numbers.near(number))
    firstUpstream = UInt32(clamping: numbers.near(number))
    lastUpstream = UInt32(clamping: numbers.near(number))
    epoch = UInt32(numbers.below(9))
    acts = .max - UInt32(numbers.below(9))
    rare = UInt32(numbers.below(5))
    if numbers.below(2) == 0 { hotSource = numbers.near(id.rawValue) }
  }
}

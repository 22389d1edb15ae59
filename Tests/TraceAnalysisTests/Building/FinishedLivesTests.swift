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

  @Test func `A finished subscription takes less than 32 bytes, and 8 for its place in the forest`() {
    let forest = forest(sessions: 20_000)
    #expect(forest.lives.count == 40_000)
    #expect(forest.table.rows.byteCount < 32 * forest.lives.count)
    #expect(forest.table.byteCount < 40 * forest.lives.count)
  }

  @Test func `One that goes on does not keep its neighbours`() {
    let forest = forest(sessions: 20_000, leak: 50)
    #expect(forest.lives.count(where: \.isAlive) == 800)
    #expect(forest.table.rows.byteCount < 40 * forest.lives.count)
  }

  @Test func `While records are read, what is over is packed already`() {
    let builder = builder(sessions: 20_000)
    #expect(builder.lives.byteCount < 56 * builder.lives.count)
  }

  @Test func `What goes on to the end does not bring its neighbours back when it ends`() {
    let builder = builder(sessions: 20_000, leak: 50, endsAll: true)
    #expect(builder.lives.byteCount < 56 * builder.lives.count)
    let forest = builder.finish()
    #expect(forest.lives.allSatisfy { !$0.isAlive && $0.releasedAt != nil })
    #expect(forest.table.rows.byteCount < 40 * forest.lives.count)
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
    #expect(without < 40)
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

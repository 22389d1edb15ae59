import Testing
import TraceFormat

@testable import TraceAnalysis

/// What is over takes little room, however much of it there is.
struct FinishedLivesTests {
  private static let sites = (1...5).map { line in
    Site(operatorName: "operator\(line)", file: "a.swift", line: UInt32(line))
  }

  /// Sessions of two subscriptions that come, send a value and go; each `leak`th goes on.
  private func forest(sessions: Int, leak: Int = .max) -> Forest {
    var builder = ForestBuilder(options: .init(keepsActivity: false, causeDepth: 0))
    var (time, sequence) = (UInt64(1_000_000), UInt64(0))
    let thread = ThreadID(rawValue: 1)
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
      let value = event()
      add(.next(source, event: value, cause: nil, value: nil))
      add(.next(root, event: event(), cause: value, value: nil))
      if session % leak == leak - 1 { continue }
      let last = event()
      add(.completed(source, event: last, cause: nil))
      add(.disposed(source, event: event(), cause: last, reason: .terminated))
      add(.completed(root, event: event(), cause: last))
      add(.disposed(root, event: event(), cause: last, reason: .terminated))
      add(.released(source))
      add(.released(root))
    }
    return builder.finish()
  }

  @Test func `A row has no more than 144 bytes, and nothing to count references of`() {
    #expect(MemoryLayout<LifeRow>.stride <= 144)
    #expect(_isPOD(LifeRow.self))
  }

  @Test func `Rare fields are made for those that have them`() {
    let forest = forest(sessions: 1000)
    #expect(forest.lives.count == 2000)
    #expect(forest.lives.allSatisfy { $0.rare.isEmpty })
    #expect(forest.lives.allSatisfy { forest.table.rows.details(of: $0.index) == nil })
  }
}

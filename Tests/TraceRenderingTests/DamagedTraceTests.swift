import Testing
import TraceAnalysis
import TraceFormat

@testable import TraceRendering

/// Traces that no program made: every record is chosen by chance.
struct DamagedTraceTests {
  @Test(arguments: 0..<40) func `a trace of nonsense is drawn like any other`(seed: UInt64) {
    var chance = Chance(state: seed &* 0x9e37_79b9_7f4a_7c15 | 1)
    let trace = AnalyzedTrace((0..<400).map { _ in chance.record() })
    for page in [Page(charset: .ascii, width: 40), Page()] {
      for drawing in RendererTests.drawings {
        let found = flaws(in: render(trace, as: drawing.make(page)), on: page)
        #expect(found == [], "\(drawing.name): \(found.first ?? "")")
      }
    }
    #expect(render(trace, as: .treeGraph()).hasSuffix("}\n"))
    #expect(render(trace, as: .timelineGraph()).hasSuffix("}\n"))
  }

  @Test func `a chain of ten thousand operators is drawn without running out of stack or room`() {
    let site = Site(operatorName: "map", file: "a.swift", line: 1)
    let trace = AnalyzedTrace(
      (1...10_000).map { number in
        TraceRecord(
          time: number, thread: ThreadID(rawValue: 1),
          event: .subscribed(
            SubscriptionID(number)!, downstream: SubscriptionID(number - 1), role: Role(.source), site: site))
      })
    var all = TreeOptions(limit: nil)
    all.showsFinished = true
    let text = render(trace, as: .tree(all))
    #expect(text.utf8.count < 2_000_000)
    #expect(text.contains("#10000  …"))
    #expect(flaws(in: text, on: Page()) == [])
  }

  /// A pseudo-random source: the same in every run.
  private struct Chance {
    var state: UInt64

    mutating func next(_ bound: UInt64) -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return (state >> 11) % bound
    }

    mutating func record() -> TraceRecord {
      let times: [UInt64] = [
        0, 1, 1_000_000, 5_000_000_000, next(10_000_000_000), .max - next(3), next(.max),
      ]
      return TraceRecord(
        time: times[Int(next(100) < 90 ? 4 : next(7))], thread: ThreadID(rawValue: UInt32(next(5))),
        event: event())
    }

    private mutating func event() -> TraceEvent {
      let id = SubscriptionID(1 + next(60))!
      let event = EventID(thread: ThreadID(rawValue: UInt32(next(4))), sequence: 1 + next(200))
      let cause = next(2) == 0 ? nil : EventID(1 + next(500))
      switch next(16) {
      case 0...4:
        return .subscribed(id, downstream: SubscriptionID(next(60)), role: role(), site: site())
      case 5...8: return .next(id, event: event, cause: cause, value: nil)
      case 9: return .error(id, event: event, cause: cause, description: text())
      case 10: return .completed(id, event: event, cause: cause)
      case 11:
        return .disposed(id, event: event, cause: cause, reason: DisposalReason(rawValue: UInt8(next(8)))!)
      case 12: return .named(id, owner: OwnerID(next(4)), label: text())
      case 13: return .dropped(id, EventKind(rawValue: UInt8(next(3)))!)
      case 14:
        return .aliveBefore(
          id, downstream: SubscriptionID(next(60)), role: role(), site: site(),
          since: next(2) == 0 ? .max : next(9))
      default: return .lost(count: next(2) == 0 ? .max : next(9), since: next(10_000_000_000))
      }
    }

    private mutating func role() -> Role {
      Role(rawValue: UInt32(next(7)) | UInt32(next(2) == 0 ? next(1 << 24) : 0) << 8)
    }
    private mutating func site() -> Site {
      Site(operatorName: text(), file: text(), line: UInt32(next(2) == 0 ? next(50) : UInt64(UInt32.max)))
    }
    private mutating func text() -> String { hostileTexts[Int(next(UInt64(hostileTexts.count)))] }
  }
}

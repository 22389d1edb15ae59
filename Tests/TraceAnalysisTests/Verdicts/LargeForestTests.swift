import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Forests that no sane program makes: what is said of them is bounded, and so is the work.
struct LargeForestTests {
  private static let count: UInt64 = 3_000

  private func id(_ number: UInt64) -> SubscriptionID { SubscriptionID(number)! }

  private func site(_ number: UInt64) -> Site { Site(operatorName: "op\(number)", file: "a.swift", line: 1) }

  private func verdicts(_ events: [(TraceEvent, UInt64)]) -> (Forest, Verdicts) {
    var builder = ForestBuilder()
    for (event, time) in events {
      builder.add(TraceRecord(time: time, thread: ThreadID(rawValue: 1), event: event))
    }
    let forest = builder.finish(ended: 100_000_000_000)
    return (forest, Verdicts(forest))
  }

  private func disposed(_ number: UInt64) -> TraceEvent {
    .disposed(
      id(number), event: EventID(thread: ThreadID(rawValue: 1), sequence: number), cause: nil,
      reason: .explicit)
  }

  @Test func `A leak at the end of a very long chain is told with the middle left out`() throws {
    let count = Self.count
    let births = (1...count).map { number in
      (
        TraceEvent.subscribed(
          id(number), downstream: id(number - 1 == 0 ? count + 9 : number - 1),
          role: Role(.source), site: site(1)), number
      )
    }
    let (forest, verdicts) = verdicts(births + [(disposed(count / 2), 50_000)])
    let leak = try #require(verdicts.leaks.first)
    let link = try #require(leak.brokenLink)
    #expect(leak.members.count == Int(count / 2))
    #expect(leak.path.count < 300)
    #expect(leak.path.first.flatMap { forest[$0.life] }?.downstream == nil)
    #expect(leak.path[link].standing == .disposed(.explicit, owner: nil))
    #expect(leak.path.last?.standing == .keeper)
    #expect(forest[leak.path[link + 1].life]?.downstream?.number == leak.path[link].life)
  }

  @Test func `A leak at each step of a dead chain is a group of its own`() {
    let count = Self.count
    var events: [(TraceEvent, UInt64)] = []
    for number in 1...count {
      let downstream = number == 1 ? nil : id(number - 1)
      events.append(
        (.subscribed(id(number), downstream: downstream, role: Role(.source), site: site(1)), number))
      events.append(
        (.subscribed(id(count + number), downstream: id(number), role: Role(.inner), site: site(2)), number))
    }
    for number in 1...count { events.append((disposed(number), 50_000)) }
    let (_, verdicts) = verdicts(events)
    #expect(verdicts.counts.leakedAndAlive == Int(count))
    let broken = verdicts.leaks.filter { $0.reason == .disposalNotPassedOn }
    #expect(broken.map(\.members.count).reduce(0, +) == Int(count))
    #expect(verdicts.leaks.allSatisfy { $0.path.count < 300 })
  }

  @Test func `A flattening operator with very many different leaks is counted once`() throws {
    let count = Self.count
    var events: [(TraceEvent, UInt64)] = [
      (.subscribed(id(1), downstream: nil, role: Role(.source), site: site(0)), 0)
    ]
    for number in 2...count {
      events.append(
        (.subscribed(id(number), downstream: id(1), role: Role(.inner), site: site(number)), number))
    }
    events.append((disposed(1), 50_000))
    let (_, verdicts) = verdicts(events)
    #expect(verdicts.counts.leaked == Int(count) - 1)
    #expect(verdicts.leaks.allSatisfy { $0.instances == [1] && $0.endedInstances.isEmpty })
  }
}

import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Threads that wait for a signal within work of the scheduler that the signal needs.
struct BlockedCallTests {
  /// Thread 5 waits from 2 s on within work of scheduler 7. Meanwhile works are scheduled on `other`.
  private func troubles(
    works: Int, on scheduler: UInt64 = 7, isInWork: Bool = true, isAnswered: Bool = false,
    helper: Bool = false
  ) -> [String] {
    var script = TraceScript()
    let main = script.subscribe("subscribe", "main.swift:1", at: 0)
    if isInWork { script.add(.workBegan(work: 1, scheduler: 7, name: "io"), 1.9, 5) }
    let root = script.subscribe("blocking", "a.swift:4", at: 2, thread: 5)
    let source = script.subscribe("create", "a.swift:3", for: root, at: 2, thread: 5)
    for work in 0..<works {
      script.add(
        .scheduled(work: UInt64(10 + work), scheduler: scheduler, cause: nil, delay: 0, name: "io"), 2.5, 1)
    }
    if helper { script.add(.workBegan(work: 10, scheduler: 7, name: "io"), 2.2, 6) }
    if isAnswered { script.complete([source, root], at: 4, thread: 5) }
    script.next([main], at: 9)
    return script.troubles(ended: 10).filter { $0.hasPrefix("blocked-call") }
  }

  @Test func `Works that cannot begin before the wait is over are told`() {
    #expect(
      troubles(works: 2) == [
        "blocked-call blocking 4: thread 5 has waited here since 2000ms, for 8000ms, within work of <io>; 2 works were "
          + "scheduled there meanwhile, and could not begin before"
      ])
  }

  @Test
  func `A wait elsewhere is not told, nor one that was answered, nor one beside which the scheduler goes on`()
  {
    #expect(troubles(works: 0).isEmpty)
    #expect(troubles(works: 2, on: 8).isEmpty)
    #expect(troubles(works: 2, isInWork: false).isEmpty)
    #expect(troubles(works: 2, isAnswered: true).isEmpty)
    #expect(troubles(works: 2, helper: true).isEmpty)
  }
}

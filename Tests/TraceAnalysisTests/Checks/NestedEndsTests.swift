import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Subscriptions that are begun by the end of the one before.
struct NestedEndsTests {
  /// So many, each begun as the one before told of its end; disposed in reverse order, or each before the next ends.
  private func chain(_ count: Int, isNested: Bool = true, byValue: Bool = false) -> [String] {
    var script = TraceScript()
    var roots: [SubscriptionID] = []
    var last: EventID?
    for number in 0..<count {
      let time = 1 + Double(number) / 1000
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      if let last { script.add(.begun(root, within: last), time) }
      let value = script.next([root], at: time + 0.0003)
      let completed = script.complete([root], at: time + 0.0005)
      last = byValue ? value : completed
      roots.append(root)
      if !isNested { script.dispose([root], .terminated, at: time + 0.0006) }
    }
    if isNested { for root in roots.reversed() { script.dispose([root], .terminated, at: 9) } }
    return script.troubles(ended: 10).filter { $0.hasPrefix("nested-ends") }
  }

  @Test func `Ends that are told within ends are a recursion`() {
    #expect(
      chain(60) == [
        "nested-ends subscribe 9: each was subscribed to as the one before it told of its end, and before that was over:"
          + " 60 deep on one stack; a loop of one signal (concat, repeat) needs none"
      ])
    #expect(chain(49).isEmpty)
  }

  @Test func `One after the other needs no stack`() {
    #expect(chain(60, isNested: false).isEmpty)
    #expect(chain(60, byValue: true).isEmpty)
  }
}

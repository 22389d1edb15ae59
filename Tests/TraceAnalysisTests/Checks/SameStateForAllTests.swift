import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Inner signals that all follow one state.
struct SameStateForAllTests {
  /// So many names, one each second, each with an inner signal that follows the password. Then so many passwords.
  private func troubles(
    names: Int, passwords: Int = 2, nameGreets: Bool = true, passwordGreets: Bool = true,
    isFiltered: Bool = false, isReplaced: Bool = false, isOneState: Bool = true, isFlattened: Bool = false
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let flat = script.subscribe("flatMap", "a.swift:8", for: root, at: 1)
    let name = script.subscribe("name", "a.swift:3", for: flat, joining: 900, at: 1)
    var paths: [[SubscriptionID]] = []
    for number in 0..<names {
      let time = 1 + Double(number) + (nameGreets ? 0 : 0.5)
      let value = script.next([name], at: time)
      if isReplaced, let old = paths.last { script.dispose(old.reversed(), .replaced, at: time) }
      let inner = script.subscribe(
        isFlattened ? "flatMap" : "map", "a.swift:7", for: flat, as: .inner, number: UInt32(number + 1),
        at: time)
      let step = script.subscribe("map", "a.swift:6", for: inner, at: time)
      let password = script.subscribe(
        "password", "a.swift:4", for: step, joining: 901 + UInt64(isOneState ? 0 : number), at: time)
      paths.append([password, step, inner])
      if passwordGreets {
        script.next([password, step] + (isFlattened ? [] : [inner]), cause: value, at: time)
      }
    }
    for change in 0..<passwords {
      for path in isReplaced ? paths.suffix(1) : paths[...] {
        script.next(isFiltered ? [path[0]] : isFlattened ? [path[0], path[1]] : path, at: 7 + Double(change))
      }
    }
    script.dispose([root, flat, name] + paths.flatMap { $0.reversed() }, .owner, at: 9)
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.findings(ended: 10).filter { $0.hasPrefix("same-state-for-all") }
  }

  @Test func `The state is named, and how often each of its values comes`() {
    let told = [
      "same-state-for-all flatMap 8: 4 of its inner signals follow the same password 4, and none ends as the next one begins:"
        + " each value of it comes 4 times"
    ]
    #expect(troubles(names: 4) == told)
    #expect(troubles(names: 4, isFlattened: true) == told)
    #expect(troubles(names: 2).isEmpty)
    #expect(troubles(names: 4, passwords: 1).isEmpty)
  }

  @Test func `Nothing is said of events, be they outside or inside`() {
    #expect(troubles(names: 4, nameGreets: false).isEmpty)
    #expect(troubles(names: 4, passwordGreets: false).isEmpty)
  }

  @Test func `Nothing is said of inner signals that choose, are replaced, or follow states of their own`() {
    #expect(troubles(names: 4, isFiltered: true).isEmpty)
    #expect(troubles(names: 4, isReplaced: true).isEmpty)
    #expect(troubles(names: 4, isOneState: false).isEmpty)
  }
}

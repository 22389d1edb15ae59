import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A stop signal that holds its last word as the next subscriber comes.
struct OldStopTests {
  /// A view is shown from 1 s to 2 s. So many are shown later, one each second; the first so many of them live on.
  private func troubles(
    later: Int, living: Int = 0, holdsStop: Bool = true, goesOn: Bool = true, values: Int = 2,
    within seconds: Double = 0
  ) -> [String] {
    var script = TraceScript()
    let keyboard = script.subscribe("subscribe", "a.swift:1", at: 0.5)
    let heard = script.subscribe("typed", "a.swift:5", for: keyboard, joining: 900, at: 0.5)
    func show(at time: Double) -> (data: [SubscriptionID], stop: [SubscriptionID]) {
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let until = script.subscribe("take(until:)", "a.swift:8", for: root, at: time)
      let filter = script.subscribe("filter", "a.swift:7", for: until, as: .control, at: time)
      let life = script.subscribe("life", "a.swift:6", for: filter, joining: 901, at: time)
      return ([until, root], [life, filter])
    }
    func stop(_ view: (data: [SubscriptionID], stop: [SubscriptionID]), at time: Double) {
      let word = script.next(view.stop, at: time)
      script.complete(view.data, cause: word, at: time)
      script.dispose(view.stop.reversed(), .downstream, at: time)
    }
    let first = show(at: 1)
    script.next([first.stop[0]], at: 1)
    let typed = script.subscribe("typed", "a.swift:5", for: first.data[0], joining: 900, at: 1)
    for _ in 0..<values { script.next([typed] + first.data, at: 1.5) }
    script.next([heard, keyboard], at: 1.5)
    script.dispose([typed], .trigger, at: 2)
    stop(first, at: 2)
    for number in 0..<later {
      let time = 3 + Double(number)
      let view = show(at: time)
      if number < living || !holdsStop { script.next([view.stop[0]], at: time) }
      if number >= living { stop(view, at: holdsStop ? time + seconds : time + 0.5) }
      if goesOn { script.next([heard, keyboard], at: time + 0.6) }
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("old-stop") }
  }

  @Test func `The stop signal is named, and the source that sent on to others`() {
    #expect(
      troubles(later: 3) == [
        "old-stop take(until:) 8: ended 3 of 4 subscriptions as they began: its stop signal, life 6, gives its last word to"
          + " each that comes; typed 5 sent on to others"
      ])
    #expect(troubles(later: 2).isEmpty)
  }

  @Test func `Nothing is said where the stop is the end of all, or had ended none before`() {
    #expect(troubles(later: 3, goesOn: false).isEmpty)
    #expect(troubles(later: 3, values: 0).isEmpty)
  }

  @Test func `Nothing is said where one lives on, or where each lives for a while`() {
    #expect(troubles(later: 4, living: 1).isEmpty)
    #expect(troubles(later: 3, holdsStop: false).isEmpty)
    #expect(troubles(later: 3, within: 0.2).isEmpty)
  }
}

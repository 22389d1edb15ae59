import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Subscribers that send into what they receive from.
struct ReentrantTests {
  /// A subject with one subscriber, which answers each value that was sent from outside `answers` times.
  private func echo(_ sent: Int, answers: Int) -> TraceScript {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let map = script.subscribe("map", "a.swift:5", for: root, at: 0)
    let subject = script.subscribe("PublishSubject", "a.swift:2", for: map, at: 0)
    for value in 0..<sent {
      let time = Double(value) + 1
      var cause = script.next([subject, map, root], at: time)
      for _ in 0..<answers {
        script.add(.overlap(subject, other: ThreadID(rawValue: 1)), time)
        cause = script.next([subject, map, root], cause: cause, at: time)
      }
    }
    return script
  }

  @Test func `A loop is named site by site, however many values are sent from outside`() {
    #expect(
      echo(2, answers: 50).troubles(ended: 10) == [
        "reentrant PublishSubject 2: 100 of 102 values were sent by a subscriber that was receiving one, up to 50 in a row:"
          + " PublishSubject 2, map 5, subscribe 9, and into PublishSubject 2 again"
      ])
  }

  @Test func `Five in a row are a loop`() {
    #expect(echo(8, answers: 5).troubles(ended: 10).count == 1)
  }

  @Test(arguments: [1, 4])
  func `An echo to each value, and a few steps that follow, are no trouble`(answers: Int) {
    let script = echo(8, answers: answers)
    #expect(script.troubles(ended: 10).isEmpty)
    #expect(script.findings(ended: 10).map { $0.prefix(9) } == ["reentrant"])
  }

  @Test func `A way over a second subject is followed`() {
    var script = TraceScript()
    let first = script.subscribe("subscribe", "a.swift:3", at: 0)
    let celsius = script.subscribe("celsius", "a.swift:1", for: first, at: 0)
    let second = script.subscribe("subscribe", "a.swift:4", at: 0)
    let fahrenheit = script.subscribe("fahrenheit", "a.swift:2", for: second, at: 0)
    var cause = script.next([celsius, first], at: 1)
    for _ in 0..<12 {
      cause = script.next([fahrenheit, second], cause: cause, at: 1)
      script.add(.overlap(celsius, other: ThreadID(rawValue: 1)), 1)
      cause = script.next([celsius, first], cause: cause, at: 1)
    }
    #expect(
      script.troubles(ended: 10) == [
        "reentrant celsius 1: 12 of 13 values were sent by a subscriber that was receiving one, up to 12 in a row: celsius 1,"
          + " subscribe 3, fahrenheit 2, subscribe 4, and into celsius 1 again"
      ])
  }

  /// `combineLatest(subject, other)` whose subscriber sends into the subject again, so many times: the subject passes the
  /// value on at once, and the operator lets it wait.
  private func gathered(_ times: Int, isCaused: Bool = true, by name: String = "combineLatest") -> TraceScript
  {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let both = script.subscribe(name, "a.swift:5", for: root, at: 0)
    let subject = script.subscribe("subject", "a.swift:2", for: both, at: 0)
    let other = script.subscribe("other", "a.swift:3", for: both, at: 0)
    script.next([other], at: 0.5)
    var cause = script.next([subject, both, root], at: 1)
    for _ in 0..<times {
      let sent = script.next([subject], cause: isCaused ? cause : nil, at: 1)
      script.add(.overlap(subject, other: ThreadID(rawValue: 1)), 1)
      cause = script.next([both, root], cause: sent, at: 1)
    }
    return script
  }

  @Test func `A loop through an operator that lets the values wait is followed`() {
    #expect(
      gathered(12).troubles(ended: 10) == [
        "reentrant subject 2: 12 of 13 values were sent by a subscriber that was receiving one, up to 12 in a row: subject 2,"
          + " combineLatest 5, subscribe 9, and into subject 2 again"
      ])
    #expect(gathered(4).troubles(ended: 10).isEmpty)
    // A clock paces them.
    #expect(gathered(12, by: "delay").findings(ended: 10).allSatisfy { !$0.hasPrefix("reentrant") })
    #expect(gathered(12, isCaused: false).findings(ended: 10).allSatisfy { !$0.hasPrefix("reentrant") })
  }

  @Test func `The other subscriber of the same subject may be the one that sends`() {
    var script = TraceScript()
    let quiet = script.subscribe("subscribe", "a.swift:3", at: 0)
    let first = script.subscribe("PublishSubject", "a.swift:1", for: quiet, at: 0)
    let sender = script.subscribe("subscribe", "a.swift:4", at: 0)
    let second = script.subscribe("PublishSubject", "a.swift:1", for: sender, at: 0)
    script.next([first, quiet], at: 1)
    var cause = script.next([second, sender], at: 1)
    for _ in 0..<12 {
      script.add(.overlap(first, other: ThreadID(rawValue: 1)), 1)
      script.next([first, quiet], cause: cause, at: 1)
      cause = script.next([second, sender], cause: cause, at: 1)
    }
    #expect(
      script.troubles(ended: 10) == [
        "reentrant PublishSubject 1: 12 of 13 values were sent by a subscriber that was receiving one, up to 12 in a row:"
          + " PublishSubject 1, subscribe 4, and into PublishSubject 1 again"
      ])
  }

  @Test func `A wait for another thread is neither re-entrant nor trouble`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    for value in 1...9 {
      script.add(.overlap(root, other: ThreadID(rawValue: 2)), Double(value))
      script.next([root], at: Double(value))
    }
    #expect(script.troubles(ended: 20).isEmpty)
    #expect(script.findings(ended: 20).map { $0.prefix(7) } == ["overlap"])
  }

  @Test func `A list of work that sends several for each is no loop`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let subject = script.subscribe("PublishSubject", "a.swift:2", for: root, at: 0)
    var causes = [script.next([subject, root], at: 1)]
    for _ in 0..<40 {
      let cause = causes.removeFirst()
      for _ in 0..<2 {
        script.add(.overlap(subject, other: ThreadID(rawValue: 1)), 1)
        causes.append(script.next([subject, root], cause: cause, at: 1))
      }
    }
    #expect(script.troubles(ended: 10).isEmpty)
    #expect(script.findings(ended: 10).map { $0.prefix(9) } == ["reentrant"])
  }
}

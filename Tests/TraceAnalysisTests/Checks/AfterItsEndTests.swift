import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Values that are sent to a subject which has ended.
struct AfterItsEndTests {
  /// A reader comes at 1 s, has so many values and leaves. Later ones come each second from 3 s on, and get the end at once.
  private func read(
    late: Int = 2, values: Int = 3, told counts: [UInt64] = [1, 2, 4], from start: Double = 5,
    ended: UInt32 = 1, within seconds: Double = 0, fails: Bool = false,
    lines: [String] = ["a.swift:9", "a.swift:9"], calls: [UInt32] = []
  ) -> [String] {
    var script = TraceScript()
    let first = script.subscribe("subscribe", lines[0], at: 1)
    let messages = script.subscribe(
      "messages", "a.swift:2", for: first, traits: [.source, .hot], joining: 900, at: 1)
    for value in 0..<values { script.next([messages, first], at: 1.1 + Double(value) / 10) }
    script.dispose([first, messages], .explicit, at: 2)
    for line in calls {
      let site = Site(operatorName: "completed", file: "a.swift", line: line)
      script.add(.called(.end, id: 900, site: site), 2.5)
    }
    for number in 0..<late {
      let time = 3 + Double(number)
      let root = script.subscribe("subscribe", lines[1], at: time)
      let member = script.subscribe(
        "messages", "a.swift:2", for: root, traits: [.source, .hot], joining: 900, at: time)
      if fails {
        script.fail([member, root], "lost", at: time + seconds)
      } else {
        script.complete([member, root], at: time + seconds)
      }
    }
    for (place, count) in counts.enumerated() {
      let time = start + Double(place) / 2
      script.add(.unheard(source: 900, within: nil, count: count, ended: ended), time)
    }
    return troubles(script)
  }

  private func troubles(_ script: TraceScript) -> [String] {
    var script = script
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("after-its-end") }
  }

  @Test func `Subscriptions that end as they begin are named, with the end of their subject`() {
    #expect(
      read() == [
        "after-its-end subscribe 9: 2 of 3 subscriptions ended as they began: messages 2 had completed by 3000ms, and at least"
          + " 4 values came after that"
      ])
    #expect(
      read(late: 3, fails: true) == [
        "after-its-end subscribe 9: 3 of 4 subscriptions ended as they began: messages 2 had failed by 3000ms, and at least"
          + " 4 values came after that"
      ])
  }

  @Test func `The first call for the end is the other place of the fault, where the recording tells it`() {
    #expect(
      read(calls: [12, 13]) == [
        "after-its-end subscribe 9: 2 of 3 subscriptions ended as they began: messages 2 had completed by 3000ms,"
          + " called at line 12, and at least 4 values came after that"
      ])
    #expect(read(ended: 0, calls: [12]).isEmpty)
  }

  @Test func `Nothing is said of one late subscriber, of one value, or of values that come with the end`() {
    #expect(read(late: 1).isEmpty)
    #expect(read(told: [1]).isEmpty)
    #expect(read(told: [1, 2], from: 2.5).isEmpty)
  }

  @Test func `Nothing is said where no value had come before, where the end takes time, or before the end`() {
    #expect(read(values: 0).isEmpty)
    #expect(read(lines: ["a.swift:9", "a.swift:10"]).isEmpty)
    #expect(read(within: 0.3).isEmpty)
    #expect(read(ended: 0).isEmpty)
  }

  /// One page after the other feeds one subject, from 2 s on; each has a value and completes.
  private func feed(pages: Int, lines: [String] = ["a.swift:9"], endsWithFirst: Bool = true) -> [String] {
    var script = TraceScript()
    let shown = script.subscribe("subscribe", "a.swift:1", at: 1)
    let receiver = script.subscribe(
      "receiver", "a.swift:2", for: shown, traits: [.source, .hot], joining: 900, at: 1)
    for number in 0..<pages {
      let time = 2 + Double(number)
      let root = script.subscribe("subscribe", lines[number % lines.count], at: time)
      let page = script.subscribe("page", "a.swift:8", for: root, at: time)
      let value = script.next([page, root], at: time + 0.1)
      if number == 0 {
        script.next([receiver, shown], cause: value, at: time + 0.1)
      } else {
        script.add(
          .unheard(source: 900, within: value, count: UInt64(1 << (number - 1)), ended: 1), time + 0.1)
      }
      let end = script.complete([page, root], at: time + 0.2)
      if number == 0 { script.complete([receiver, shown], cause: endsWithFirst ? end : nil, at: time + 0.2) }
    }
    return troubles(script)
  }

  @Test func `Subscriptions that feed one subject are named, as the first of them ends it`() {
    #expect(
      feed(pages: 4) == [
        "after-its-end subscribe 9: it feeds receiver 2, which ended at 2200ms with the first of its subscriptions; at least 4"
          + " values of 3 others came after that"
      ])
    #expect(feed(pages: 2).isEmpty)
  }

  @Test func `Nothing is said where something else ended the subject, or something else sends to it`() {
    #expect(feed(pages: 4, endsWithFirst: false).isEmpty)
    #expect(feed(pages: 4, lines: ["a.swift:9", "a.swift:10", "a.swift:11", "a.swift:12"]).isEmpty)
  }
}

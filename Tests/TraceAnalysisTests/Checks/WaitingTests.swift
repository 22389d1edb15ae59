import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Operators that wait for what does not come, and queues that only grow.
struct WaitingTests {
  /// An operator with two inputs that send so many values in ten seconds.
  private func gatherer(
    _ traits: SiteTraits, first: Int, second: Int, firstTraits: SiteTraits = []
  ) -> (script: TraceScript, inputs: [SubscriptionID]) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let zip = script.subscribe("both", "a.swift:2", for: root, traits: traits, at: 0)
    let left = script.subscribe("left", "a.swift:3", for: zip, traits: firstTraits, at: 0)
    let right = script.subscribe("map", "a.swift:4", for: zip, at: 0)
    let source = script.subscribe("right", "a.swift:5", for: right, at: 0)
    for value in 0..<first { script.next([left], at: 10 * Double(value + 1) / Double(first + 1)) }
    for value in 0..<second { script.next([source, right], at: 10 * Double(value + 1) / Double(second + 1)) }
    for value in 0..<min(first, second) { script.next([zip, root], at: 5 + Double(value) / 1000) }
    return (script, [left, right])
  }

  @Test func `An input that has sent nothing is named by its source, with what waits for it`() {
    #expect(
      gatherer([.gathers, .buffers], first: 40, second: 0).script.troubles(ended: 10) == [
        "silent-input both 2: waits for its 2nd input, right 5, which has sent nothing: 40 values wait"
      ])
    #expect(
      gatherer([.gathers], first: 0, second: 40).script.troubles(ended: 10) == [
        "silent-input both 2: waits for its 1st input, left 3, which has sent nothing:"
          + " 40 values of the others came for nothing"
      ])
  }

  @Test func `An input that has completed without a value is named, though the program has ended by now`() {
    var (script, inputs) = gatherer([.gathers], first: 0, second: 40)
    script.complete([inputs[0]], at: 1)
    let told = [
      "silent-input both 2: waits for its 1st input, left 3, which has completed and has sent nothing:"
        + " 40 values of the others came for nothing"
    ]
    #expect(script.troubles(ended: 10) == told)
    script.dispose(
      [SubscriptionID(1)!, SubscriptionID(2)!, inputs[1], SubscriptionID(5)!], .explicit, at: 10)
    #expect(script.troubles(ended: 10) == told)
    // It came as it completed.
    (script, inputs) = gatherer([.gathers], first: 0, second: 40)
    script.complete([inputs[0]], at: 9.99)
    #expect(!script.troubles(ended: 9.99).contains { $0.contains("completed") })
  }

  @Test func `An operator that keeps what waits may fall behind without end`() {
    #expect(
      gatherer([.gathers, .buffers], first: 500, second: 20).script.troubles(ended: 10) == [
        "silent-input both 2: waits for its 2nd input, right 5, which has sent 20: 480 values wait"
      ])
    #expect(gatherer([.gathers], first: 500, second: 20).script.troubles(ended: 10).isEmpty)
  }

  @Test func `Inputs that keep step, and a few values that wait, are silent`() {
    #expect(gatherer([.gathers, .buffers], first: 500, second: 480).script.troubles(ended: 10).isEmpty)
    #expect(gatherer([.gathers], first: 4, second: 0).script.troubles(ended: 10).isEmpty)
    #expect(gatherer([], first: 500, second: 0).script.troubles(ended: 10).isEmpty)
  }

  /// An operator that lets values through once another signal has said a word: so many come, in ten seconds, for each of
  /// two.
  private func gate(_ values: Int, word: Double? = nil, completedAt end: Double? = nil) -> TraceScript {
    var script = TraceScript()
    for gate in 0..<2 {
      let root = script.subscribe("subscribe", "a.swift:1", at: 0)
      let skip = script.subscribe("skip", "a.swift:2", for: root, at: 0)
      let opener = script.subscribe("opener", "a.swift:3", for: skip, as: .control, at: 0)
      let source = script.subscribe("source", "a.swift:4", for: skip, at: 0)
      if let end { script.complete([opener], at: end) }
      for value in 0..<values { script.next([source], at: 10 * Double(value + 1) / Double(values + 1)) }
      if gate == 1, let word {
        script.next([opener], at: word)
        script.next([source, skip, root], at: word + 0.1)
      }
    }
    return script
  }

  @Test func `A word that nobody says is named, where nobody ever said it`() {
    #expect(
      gate(150).troubles(ended: 10) == [
        "silent-input skip 2: waits for a word of opener 3, which has sent nothing: 150 values came for nothing"
      ])
    #expect(gate(150, word: 9.9).troubles(ended: 10).isEmpty)
    #expect(gate(60).troubles(ended: 10).isEmpty)
  }

  @Test func `Who has completed will say no word any more`() {
    #expect(
      gate(60, completedAt: 0).troubles(ended: 10) == [
        "silent-input skip 2: waits for a word of opener 3, which has completed and has sent nothing: 60 values came for "
          + "nothing"
      ])
    #expect(gate(4, completedAt: 0).troubles(ended: 10).isEmpty)
  }

  /// A list that comes within so many seconds, and is given out by a clock, ten times in ten seconds.
  private func list(of count: Int, within seconds: Double) -> [String] {
    var (script, _) = gatherer([.gathers, .buffers], first: 0, second: 10)
    let left = SubscriptionID(3)!
    for value in 0..<count { script.next([left], at: seconds * Double(value + 1) / Double(count)) }
    for value in 0..<10 {
      script.next([SubscriptionID(2)!, SubscriptionID(1)!], at: 9 + Double(value) / 1000)
    }
    script.complete([left], at: seconds)
    script.dispose(
      [SubscriptionID(1)!, SubscriptionID(2)!, SubscriptionID(4)!, SubscriptionID(5)!], .explicit, at: 10)
    return script.troubles(ended: 10)
  }

  @Test
  func `A list that is given out by a clock waits for its turn, unless it came to the end far too fast`() {
    #expect(list(of: 500, within: 1).isEmpty)
    #expect(list(of: 400, within: 9.5).isEmpty)
    #expect(
      list(of: 500, within: 9.5) == [
        "silent-input both 2: waits for its 2nd input, right 5, which has sent 10: 490 values wait"
      ])
  }

  /// Two inputs of which one sends so many values for each hundred of the other, in ten seconds, from a moment on.
  private func pace(_ second: Int, from start: Double = 0, to end: Double = 10) -> [String] {
    var (script, inputs) = gatherer([.gathers, .buffers], first: 100, second: 0)
    for value in 0..<second {
      let time = start + (end - start) * Double(value + 1) / Double(second + 1)
      script.next([SubscriptionID(5)!, inputs[1], SubscriptionID(2)!], at: time)
    }
    script.dispose([SubscriptionID(1)!, SubscriptionID(2)!] + inputs, .explicit, at: 10)
    return script.troubles(ended: 12)
  }

  @Test func `An input that is slower all the way leaves ever more behind`() {
    #expect(
      pace(68) == [
        "silent-input both 2: waits for its 2nd input, right 5, which has sent 68: 32 values wait"
      ])
    #expect(pace(69).isEmpty)
    #expect(pace(60, from: 5).isEmpty)
    #expect(pace(60, to: 5).isEmpty)
    #expect(!pace(60, to: 8.6).isEmpty)
  }

  @Test func `What has only just begun may still come`() {
    #expect(
      gatherer([.gathers, .buffers], first: 40, second: 0).script.troubles(
        ended: 10, options: .init(settle: .seconds(4))
      ).isEmpty)
  }

  /// A queue that starts an inner signal when the one before has ended: each lasts so long.
  private func queue(
    of values: Int, every distance: Double, lasting length: Double, ended: Double, traits: SiteTraits = []
  ) -> TraceScript {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let queue = script.subscribe("queue", "a.swift:2", for: root, traits: [.flattens, .buffers], at: 0)
    let source = script.subscribe("source", "a.swift:3", for: queue, at: 0)
    var free = 0.0
    for value in 1...values {
      let time = Double(value) * distance
      script.next([source], at: time)
      let start = max(free, time)
      guard start < ended else { continue }
      let inner = script.subscribe(
        "work", "a.swift:4", for: queue, as: .inner, number: UInt32(value), traits: traits, at: start)
      free = start + length
      guard free < ended else { continue }
      script.complete([inner], at: free)
    }
    return script
  }

  @Test func `An inner signal that never ends is named with what waits for it`() {
    #expect(
      queue(of: 6, every: 1, lasting: 100, ended: 10, traits: .endless).troubles(ended: 10) == [
        "growing-queue queue 2: 5 values wait for #4, work 4, which does not end"
      ])
    #expect(
      queue(of: 40, every: 0.2, lasting: 100, ended: 10).troubles(ended: 10) == [
        "growing-queue queue 2: 39 values wait for #4, work 4, which does not end"
      ])
  }

  @Test func `Where its values should come from is said as well`() {
    var script = queue(of: 40, every: 0.2, lasting: 100, ended: 10)
    script.subscribe("desk", "a.swift:7", for: SubscriptionID(4)!, at: 0.2)
    #expect(
      script.troubles(ended: 10) == [
        "growing-queue queue 2: 39 values wait for #4, work 4, which does not end: its source is desk 7"
      ])
  }

  @Test func `What nobody has ended is told with few, where nothing but subjects keeps it`() {
    func lines(_ name: String, of step: String = "map", count: Int = 5) -> [String] {
      var script = TraceScript()
      let root = script.subscribe("subscribe", "a.swift:1", at: 0)
      let queue = script.subscribe("queue", "a.swift:2", for: root, traits: [.flattens, .buffers], at: 0)
      let source = script.subscribe("source", "a.swift:3", for: queue, at: 0)
      for value in 0..<count {
        script.next([source], at: 1 + Double(value))
        guard value == 0 else { continue }
        let inner = script.subscribe(step, "a.swift:4", for: queue, as: .inner, number: 1, at: 1)
        script.subscribe(name, "a.swift:5", for: inner, at: 1)
      }
      return script.troubles(ended: 10)
    }
    #expect(
      lines("PublishSubject") == [
        "growing-queue queue 2: 4 values wait for #4, map 4, which does not end: its source is PublishSubject 5"
      ])
    #expect(lines("PublishSubject", count: 3).isEmpty)
    #expect(lines("PublishSubject", of: "take").isEmpty)
    #expect(lines("create").isEmpty)
  }

  /// Groups of a source of which so many are read at once; `stop` is between each group and the operator.
  private func groups(read: Int, of count: Int, stop: String = "map", isEnded: Bool = false) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let queue = script.subscribe("queue", "a.swift:2", for: root, traits: [.flattens, .buffers], at: 0)
    let parts = script.subscribe("parts", "a.swift:3", for: queue, at: 0)
    let source = script.subscribe("source", "a.swift:4", for: parts, as: .shared, at: 0)
    for group in 0..<count {
      script.next([source, parts], at: 0.1 + Double(group) / 10)
      guard group < read else { continue }
      let time = 0.1 + Double(group) / 10
      let inner = script.subscribe(
        stop, "a.swift:2", for: queue, as: .inner, number: UInt32(group + 1), at: time)
      let part = script.subscribe("parts", "a.swift:3", for: inner, traits: [.source, .hot], at: time)
      if isEnded, group == 0 { script.complete([part, inner], at: 2) }
    }
    return script.troubles(ended: 10)
  }

  @Test func `Parts of the operator's own source cannot end before it`() {
    #expect(
      groups(read: 4, of: 10) == [
        "growing-queue queue 2: 6 values wait for #5, map 2, which can end only as the operator's own source does: it is a"
          + " part of parts 3"
      ])
    #expect(groups(read: 4, of: 6).isEmpty)
    #expect(groups(read: 4, of: 10, stop: "take").isEmpty)
    #expect(groups(read: 4, of: 10, isEnded: true).isEmpty)
  }

  @Test func `More that comes than is worked off is told`() {
    #expect(
      queue(of: 490, every: 0.02, lasting: 0.2, ended: 10).troubles(ended: 10) == [
        "growing-queue queue 2: 440 of 490 values wait: they come faster than they are worked off"
      ])
  }

  @Test func `So is what came steadily, though nothing comes any more`() {
    #expect(
      queue(of: 4000, every: 0.002, lasting: 0.2, ended: 20).troubles(ended: 20) == [
        "growing-queue queue 2: 3900 of 4000 values wait: they come faster than they are worked off"
      ])
    #expect(queue(of: 4000, every: 0.0001, lasting: 0.2, ended: 20).troubles(ended: 20).isEmpty)
    #expect(queue(of: 1000, every: 0.008, lasting: 0.2, ended: 20).troubles(ended: 20).isEmpty)
  }

  @Test func `A burst that is worked off is silent, and so is one value that waits for a long one`() {
    #expect(queue(of: 30, every: 0.001, lasting: 0.5, ended: 10).troubles(ended: 10).isEmpty)
    #expect(queue(of: 2, every: 1, lasting: 100, ended: 10, traits: .endless).troubles(ended: 10).isEmpty)
    #expect(queue(of: 40, every: 0.2, lasting: 0.1, ended: 10).troubles(ended: 10).isEmpty)
  }

  @Test func `What was disposed is judged as it stood then`() {
    var (script, inputs) = gatherer([.gathers, .buffers], first: 400, second: 0)
    script.dispose([SubscriptionID(1)!, SubscriptionID(2)!] + inputs, .explicit, at: 10)
    #expect(
      script.troubles(ended: 60) == [
        "silent-input both 2: waits for its 2nd input, right 5, which has sent nothing: 400 values wait"
      ])
  }

  /// Passes so many of 2,000 values on.
  private func relay(passing passed: Int) -> TraceScript {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let deliver = script.subscribe("elsewhere", "a.swift:2", for: root, traits: .buffers, at: 0)
    let source = script.subscribe("source", "a.swift:3", for: deliver, at: 0)
    for value in 0..<2000 { script.next([source], at: Double(value) / 1000) }
    for value in 0..<passed { script.next([deliver, root], at: 2 + Double(value) / 1000) }
    return script
  }

  @Test func `A queue that lets nothing through is told, one that takes its time is not`() {
    #expect(
      relay(passing: 0).troubles(ended: 10) == [
        "growing-queue elsewhere 2: 2000 values wait, and none has been passed on"
      ])
    #expect(relay(passing: 40).troubles(ended: 10).isEmpty)
  }

  @Test(
    arguments: [([1024, 2048, 4096], true), ([1024], false), ([1024, 2048, 512], false)] as [([UInt64], Bool)]
  )
  func `A queue is told by its own account if it only grows`(counts: [UInt64], isTold: Bool) {
    var script = relay(passing: 40)
    for (number, count) in counts.enumerated() {
      script.add(.waiting(SubscriptionID(2)!, input: 0, count: count), 3 + Double(number))
    }
    for value in 0..<40 { script.next([SubscriptionID(3)!], at: 9 + Double(value) / 100) }
    let told = [
      "growing-queue elsewhere 2: 4096 values wait, and 40 were passed on: they come faster than they are worked off"
    ]
    #expect(script.troubles(ended: 10) == (isTold ? told : []))
  }

  @Test func `A queue that has long stopped growing is not told`() {
    var script = relay(passing: 40)
    for (number, count) in ([1024, 2048, 4096] as [UInt64]).enumerated() {
      script.add(.waiting(SubscriptionID(2)!, input: 0, count: count), 3 + Double(number) / 10)
    }
    for value in 0..<40 { script.next([SubscriptionID(3)!], at: 9 + Double(value) / 100) }
    #expect(script.troubles(ended: 10).isEmpty)
  }

  @Test(
    arguments: [
      (SiteTraits.buffers, ["2048 values wait, and more and more of them"]), (.flattens, []),
      ([.source, .hot, .buffers], []), ([.timer, .buffers], []),
    ] as [(SiteTraits, [String])])
  func `Without values, a queue is told by its own account`(traits: SiteTraits, told: [String]) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let queue = script.subscribe("queue", "a.swift:2", for: root, traits: traits, at: 0)
    script.subscribe("source", "a.swift:3", for: queue, at: 0)
    for (number, count) in [1024, 2048].enumerated() {
      script.add(
        .waiting(queue, input: traits == .flattens ? 1 : 0, count: UInt64(count)), 3 + Double(number))
    }
    #expect(script.troubles(ended: 6) == told.map { "growing-queue queue 2: " + $0 })
  }

  @Test func `What keeps all values is told once they are very many`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let kept = script.subscribe("kept", "a.swift:2", for: root, traits: [.source, .hot, .buffers], at: 0)
    for (number, count) in ([8192, 16_384] as [UInt64]).enumerated() {
      script.add(.waiting(kept, input: 0, count: UInt64(count)), 3 + Double(number))
    }
    #expect(
      script.troubles(ended: 6) == [
        "growing-queue kept 2: it has kept at least 16384 values for later subscribers, and keeps all that come"
      ])
  }

  /// So many values for a task in two seconds; its queue tells three times, and then its source ends.
  private func taken(
    _ arrived: Int, told counts: [UInt64], by traits: SiteTraits = .root, fails: Bool = false
  ) -> [String] {
    var script = TraceScript()
    let values = script.subscribe("values", "a.swift:2", traits: traits, at: 0)
    let source = script.subscribe("source", "a.swift:3", for: values, at: 0)
    for value in 0..<arrived {
      script.next([source, values], at: 2 * Double(value + 1) / Double(arrived + 1))
    }
    for (number, count) in counts.enumerated() {
      script.add(.waiting(values, input: 0, count: count), 0.5 + Double(number) / 2)
    }
    if fails {
      script.fail([source, values], "no", at: 2)
    } else {
      script.complete([source, values], at: 2)
    }
    return script.troubles(ended: 10).filter { $0.hasPrefix("growing-queue") }
  }

  @Test func `A task that is far behind as its source completes is told, however fast it catches up`() {
    let rest = "waited as its source completed: they came faster than they were taken"
    #expect(
      taken(6000, told: [1024, 2048, 4096])
        == ["growing-queue values 2: at least 4096 of 6000 values \(rest)"])
    #expect(taken(0, told: [1024, 2048, 4096]) == ["growing-queue values 2: at least 4096 values \(rest)"])
    #expect(taken(9000, told: [1024, 2048, 4096]).isEmpty)
    #expect(taken(1000, told: [256, 512]).isEmpty)
    #expect(taken(6000, told: [1024, 4096, 512]).isEmpty)
    #expect(taken(6000, told: [1024, 2048, 4096], fails: true).isEmpty)
    #expect(taken(6000, told: [1024, 2048, 4096], by: []).isEmpty)
  }

  @Test func `Without values, an input that never waits is the one that is waited for`() {
    var (script, _) = gatherer([.gathers, .buffers], first: 0, second: 0)
    for count in [1024, 2048] as [UInt64] {
      script.add(.waiting(SubscriptionID(2)!, input: 1, count: count), 3 + Double(count) / 1024)
    }
    #expect(
      script.troubles(ended: 10) == [
        "silent-input both 2: waits for its 2nd input, right 5: 2048 values wait"
      ])
  }
}

import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Rounds that marks end, and what stays behind after each.
struct RoundsTests {
  /// Each round opens a room that subscribes `kept` times for good and once for the round, and marks its end.
  private func rooms(
    _ count: Int, kept: Int = 1, mark: (Int) -> String = { _ in "room closed" }
  ) -> TraceScript {
    var script = TraceScript()
    script.subscribe("app", "app.swift:1", at: 0)
    for round in 0..<count {
      let time = Double(round) + 1
      for _ in 0..<kept { script.subscribe("leaky", "room.swift:7", at: time) }
      let tidy = script.subscribe("tidy", "room.swift:8", at: time)
      script.dispose([tidy], .owner, at: time + 0.4)
      script.add(.mark(script.event(on: 1), text: mark(round)), time + 0.5)
    }
    return script
  }

  private func rounds(_ script: TraceScript, _ ended: Double, _ options: Verdicts.Options = .init())
    -> [String]
  {
    script.findings(ended: ended, options: options).filter { $0.hasPrefix("rounds") }
  }

  @Test(arguments: [(4, 1), (40, 1), (10, 3)])
  func `one more after each round is proof by repetition`(count: Int, kept: Int) {
    #expect(
      rounds(rooms(count, kept: kept), 60) == [
        "rounds leaky 7: +\(kept) a round in \(count) of \(count) rounds (<room closed>)"
      ])
  }

  @Test func `what closes with its round is silent, and so is what lives as long as the program`() {
    #expect(rounds(rooms(10, kept: 0), 12).isEmpty)
  }

  @Test func `three marks prove nothing`() {
    #expect(rounds(rooms(3), 12).isEmpty)
  }

  @Test func `a pool that fills up and stays full does not grow`() {
    var script = rooms(10, kept: 0)
    for place in 0..<4 { script.subscribe("pooled", "pool.swift:1", at: 1 + Double(place)) }
    #expect(rounds(script, 12).isEmpty)
  }

  @Test func `a cache that is emptied now and then does not grow`() {
    var script = rooms(10, kept: 0)
    for round in 0..<10 {
      let cached = script.subscribe("cached", "cache.swift:1", at: 1 + Double(round))
      if round < 5 { script.dispose([cached], .owner, at: 6.2) }
    }
    #expect(rounds(script, 12).isEmpty)
  }

  @Test func `what lags behind by one round does not grow`() {
    var script = rooms(10, kept: 0)
    for round in 0..<10 {
      let slow = script.subscribe("slow", "room.swift:9", at: 1 + Double(round))
      script.dispose([slow], .explicit, at: 1.7 + Double(round))
    }
    #expect(rounds(script, 12).isEmpty)
  }

  @Test func `some that end do not excuse one that stays each time`() {
    var script = rooms(10, kept: 1)
    for round in 0..<10 {
      let ended = script.subscribe("leaky", "room.swift:7", at: 1 + Double(round))
      script.dispose([ended], .explicit, at: 1.2 + Double(round))
    }
    #expect(rounds(script, 12) == ["rounds leaky 7: +1 a round in 10 of 10 rounds (<room closed>)"])
  }

  @Test func `what stays for the sake of what stays is told once`() {
    var script = TraceScript()
    for round in 0..<5 {
      let time = Double(round) + 1
      let root = script.subscribe("subscribe", "a.swift:1", at: time)
      let flat = script.subscribe("flatMap", "a.swift:2", for: root, at: time)
      script.subscribe("ticks", "a.swift:3", for: flat, as: .inner, number: 1, at: time)
      let closed = script.subscribe("closed", "a.swift:4", for: root, at: time)
      script.dispose([closed], .trigger, at: time + 0.1)
      script.add(.mark(script.event(on: 1), text: "closed"), time + 0.5)
    }
    #expect(rounds(script, 6) == ["rounds subscribe 1: +1 a round in 5 of 5 rounds (<closed>)"])
  }

  @Test func `a named mark ends the rounds, and others do not`() {
    var script = rooms(5)
    for tick in 0..<20 { script.add(.mark(script.event(on: 1), text: "tick"), 0.3 * Double(tick)) }
    let named = rounds(script, 12, .init(rounds: "room closed"))
    #expect(named == ["rounds leaky 7: +1 a round in 5 of 5 rounds (<room closed>)"])
    #expect(rounds(script, 12, .init(rounds: "tick")).isEmpty)
  }

  @Test func `marks that differ in a number are of one kind, where none comes often`() {
    var script = rooms(6) { "test \($0 + 7) of 12" }
    let told = ["rounds leaky 7: +1 a round in 6 of 6 rounds (<test … of …>)"]
    #expect(rounds(script, 12) == told)
    #expect(rounds(script, 12, .init(rounds: "test … of …")) == told)
    #expect(rounds(script, 12, .init(rounds: "test 8 of 12")).isEmpty)
    #expect(rounds(rooms(6) { ["a", "b", "c", "d", "e", "f"][$0] }, 12).isEmpty)
    for round in 0..<6 { script.add(.mark(script.event(on: 1), text: "closed"), Double(round) + 1.6) }
    #expect(rounds(script, 12) == ["rounds leaky 7: +1 a round in 6 of 6 rounds (<closed>)"])
  }

  @Test func `many marks are thinned out, and the last one stays`() throws {
    var script = TraceScript()
    for mark in 1...9000 { script.add(.mark(script.event(on: 1), text: "m"), Double(mark) / 1000) }
    let rounds = try #require(Rounds(in: script.forest(ended: 10), endedBy: "m"))
    #expect(rounds.ends.count <= 4096)
    #expect(rounds.ends.last == TraceScript.time(9))
    #expect(Rounds(in: script.forest(ended: 10), endedBy: "n") == nil)
  }

  @Test func `between two marks is told what began and stayed, with how many began`() {
    var script = rooms(3)
    let slow = script.subscribe("slow", "room.swift:9", at: 1.1)
    script.dispose([slow], .explicit, at: 2.6)
    let between = TraceScript.time(0.9)...TraceScript.time(2.5)
    let lines = script.findings(ended: 12, options: .init(between: between)).filter {
      $0.hasPrefix("between")
    }
    #expect(
      lines == ["between leaky 7: 2 of 2 begun between the two marks were still alive after the second"])
  }

  @Test func `one that stays every second round is proof too`() {
    var script = rooms(20, kept: 0)
    for round in 0..<20 where round % 2 == 0 {
      script.subscribe("odd", "room.swift:5", at: 1 + Double(round))
    }
    #expect(rounds(script, 60) == ["rounds odd 5: +1 a round in 10 of 20 rounds (<room closed>)"])
  }

  @Test func `what began with the program is not counted to the first round`() {
    var script = rooms(6)
    for _ in 0..<3 { script.subscribe("leaky", "room.swift:7", at: 0) }
    #expect(rounds(script, 60) == ["rounds leaky 7: +1 a round in 5 of 5 rounds (<room closed>)"])
  }

  @Test func `a mark for what has begun ends no round, unless somebody says so`() {
    var script = TraceScript()
    for user in 0..<10 {
      let time = Double(user) + 1
      script.subscribe("user", "a.swift:1", at: time)
      let request = script.subscribe("request", "a.swift:2", at: time)
      script.complete([request], at: time + 0.1)
      script.dispose([request], .terminated, at: time + 0.1)
      script.add(.mark(script.event(on: 1), text: "logged in"), time + 0.5)
    }
    #expect(rounds(script, 12).isEmpty)
    #expect(
      rounds(script, 12, .init(rounds: "logged in")) == [
        "rounds user 1: +1 a round in 10 of 10 rounds (<logged in>)"
      ])
  }
}

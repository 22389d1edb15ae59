import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// The caller let go of a handle. That alone is no fault: what else speaks for one?
struct HandleRuleTests {
  private struct Program {
    var script = TraceScript()
    let clock: SubscriptionID

    init() { clock = script.subscribe("subscribe", "main.swift:1", at: 0) }

    mutating func tick(at time: Double) { script.next([clock], at: time) }

    mutating func start(line: Int = 2, _ source: String = "subject", at time: Double) -> SubscriptionID {
      let root = script.subscribe("subscribe", "a.swift:\(line)", at: time)
      script.subscribe(source, "a.swift:1", for: root, at: time)
      return root
    }

    mutating func letGo(_ root: SubscriptionID, at time: Double) { script.add(.handleReleased(root), time) }

    var verdicts: Verdicts { script.verdicts(ended: 10, minimum: .possible) }
  }

  @Test func `What lives as long as the program needs no handle`() {
    var program = Program()
    for line in 2...5 { program.letGo(program.start(line: line, at: 0), at: 0) }
    for second in 1...8 { program.tick(at: Double(second)) }
    #expect(program.verdicts.leaks.isEmpty)
    #expect(program.verdicts.suspects.isEmpty)
  }

  @Test func `If others of its kind were disposed it is likely`() throws {
    var program = Program()
    for second in 1...4 {
      program.tick(at: Double(second) - 0.1)
      let root = program.start(at: Double(second))
      if second == 3 {
        program.letGo(root, at: Double(second))
      } else {
        program.script.dispose([root], .explicit, at: Double(second) + 0.5)
      }
    }
    program.tick(at: 8)
    let leak = try #require(program.verdicts.leaks.last)
    #expect(leak.reason == .handleForgotten)
    #expect(leak.confidence == .likely)
    #expect(leak.site.line == 2)
    #expect(leak.evidence.contains(.siblingsDisposed(count: 3, first: 2)))
    #expect(leak.hint == .keepHandle(site: leak.site))
  }

  @Test func `One that was begun before them all may be meant to stay`() {
    var program = Program()
    program.letGo(program.start(at: 0), at: 0)
    for second in 1...4 {
      program.tick(at: Double(second) - 0.1)
      let root = program.start(at: Double(second))
      program.script.dispose([root, SubscriptionID(root.rawValue + 1)!], .owner, at: Double(second) + 0.5)
    }
    program.tick(at: 8)
    #expect(program.verdicts.leaks.isEmpty)
  }

  @Test func `If its successor took its place it was overwritten`() throws {
    var program = Program()
    var last: SubscriptionID?
    for second in 1...3 {
      program.tick(at: Double(second) - 0.1)
      let root = program.start(at: Double(second))
      if let last { program.letGo(last, at: Double(second)) }
      last = root
    }
    program.tick(at: 8)
    let leak = try #require(program.verdicts.leaks.first)
    #expect(leak.reason == .handleReplaced)
    #expect(leak.instances == [2, 4])
    #expect(leak.hint == .disposeBeforeReplacing(site: leak.site))
  }

  @Test func `A variable that a loop overwrites as it sets things up means nothing`() {
    var program = Program()
    var last: SubscriptionID?
    for number in 1...3 {
      let root = program.start(at: Double(number) / 100)
      if let last { program.letGo(last, at: Double(number) / 100) }
      last = root
    }
    program.tick(at: 8)
    #expect(program.verdicts.leaks.isEmpty)
  }

  @Test func `If what is begun beside it is disposed again and again it is likely`() {
    var program = Program()
    for second in 1...3 {
      program.tick(at: Double(second) - 0.1)
      let beside = program.start(line: 4, at: Double(second))
      program.letGo(program.start(at: Double(second)), at: Double(second))
      program.script.dispose(
        [beside, SubscriptionID(beside.rawValue + 1)!], .explicit, at: Double(second) + 0.5)
    }
    program.tick(at: 8)
    #expect(program.verdicts.leaks.map(\.reason) == [.handleForgotten])
    #expect(program.verdicts.leaks.first?.instances.count == 3)
  }

  @Test func `What waits for its stop signal, or surely ends, needs no handle`() {
    for (name, source) in [("take(until:)", "subject"), ("map", "just")] {
      var program = Program()
      for second in 1...4 {
        program.tick(at: Double(second) - 0.1)
        let root = program.script.subscribe("subscribe", "a.swift:9", at: Double(second))
        let step = program.script.subscribe(name, "a.swift:8", for: root, at: Double(second))
        program.script.subscribe(source, "a.swift:7", for: step, at: Double(second))
        if second < 3 { program.script.dispose([root, step], .explicit, at: Double(second) + 0.1) }
        if second >= 3 { program.letGo(root, at: Double(second)) }
      }
      program.tick(at: 8)
      #expect(!program.verdicts.leaks.contains { $0.reason == .handleForgotten }, "\(name)")
    }
  }

  @Test func `A handle that goes as the program ends was not forgotten`() {
    var program = Program()
    for second in 1...3 {
      program.tick(at: Double(second) - 0.1)
      let root = program.start(at: Double(second))
      if second < 3 {
        program.script.dispose(
          [root, SubscriptionID(root.rawValue + 1)!], .explicit, at: Double(second) + 0.5)
      } else {
        program.letGo(root, at: 9.99)
      }
    }
    #expect(program.verdicts.leaks.isEmpty)
  }
}

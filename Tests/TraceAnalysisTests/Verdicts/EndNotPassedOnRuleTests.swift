import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A closure of `create` subscribes for its subscriber; what it subscribes to ends.
struct EndNotPassedOnRuleTests {
  private struct Wrapping {
    var count = 3
    /// How many of them pass on the end.
    var passedOn = 0
    var hasFailed = false
    /// It ends so many seconds after its beginning.
    var after = 0.2
    /// Values that come out of the closure, and that go into it.
    var output = 1
    var input = 1
    var sendsLater = false
    var beginsAgain = false
    /// Its closure makes a signal, which is subscribed to then.
    var isDeferred = false
    /// So many before them fail, and pass that on.
    var errorsPassedOn = 0
    /// One before them goes on with something else.
    var isOneContinued = false
    /// Each is disposed as the program ends.
    var isPutAway = false
    /// Each lets go of its handle, when two before them were disposed.
    var losesHandles = false

    var verdicts: Verdicts {
      var script = TraceScript()
      let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
      var lives: [SubscriptionID] = []
      if losesHandles {
        for time in [0.1, 0.2] {
          let root = script.subscribe("subscribe", "a.swift:9", at: time)
          let create = script.subscribe("create", "a.swift:5", for: root, at: time)
          script.dispose([root, create], .explicit, at: time + 0.05)
        }
      }
      for number in 0..<errorsPassedOn + (isOneContinued ? 1 : 0) {
        let time = 0.1 + Double(number) / 100
        let root = script.subscribe("subscribe", "a.swift:9", at: time)
        let create = script.subscribe("create", "a.swift:5", for: root, at: time)
        let inner = script.subscribe("subscribe", "a.swift:6", for: create, as: .nested, at: time)
        script.next([inner, create, root], at: time + 0.001)
        if isOneContinued {
          script.complete([inner], at: time + 0.002)
          script.next([create, root], at: time + 0.1)
        } else {
          script.fail([inner], "lost", at: time + 0.002)
          script.fail([create, root], "lost", at: time + 0.003)
        }
      }
      for number in 0..<count {
        let time = Double(number) + 0.5
        script.next([clock], at: time - 0.1)
        let root = script.subscribe("subscribe", "a.swift:9", at: time)
        let create = script.subscribe("create", "a.swift:5", for: root, at: time)
        if losesHandles { script.add(.handleReleased(root), time + 0.01) }
        let inner = script.subscribe(
          "subscribe", "a.swift:6", for: create, as: isDeferred ? .source : .nested, at: time)
        let source = script.subscribe("PublishSubject", "a.swift:7", for: inner, at: time)
        for _ in 0..<input { script.next([source, inner], at: time + after / 2) }
        for _ in 0..<output { script.next([create, root], at: time + after / 2) }
        if hasFailed {
          script.fail([source, inner], "lost", at: time + after)
        } else {
          script.complete([source, inner], at: time + after)
        }
        if beginsAgain {
          script.complete(
            [script.subscribe("subscribe", "a.swift:6", for: create, as: .nested, at: time + 0.3)],
            at: time + 0.4)
        }
        if sendsLater { script.next([create, root], at: time + 0.4) }
        if number < passedOn {
          script.complete([create, root], at: time + 0.4)
        } else {
          lives += [root, create]
        }
      }
      script.next([clock], at: 9)
      if isPutAway { script.dispose(lives, .owner, at: 9.99) }
      return script.verdicts(ended: 10, minimum: .possible)
    }
  }

  private func told(_ wrapping: Wrapping) -> [Leak] {
    let verdicts = wrapping.verdicts
    return (verdicts.leaks + verdicts.suspects).filter { $0.reason == .endNotPassedOn }
  }

  @Test(arguments: [false, true], [false, true])
  func `Whoever waits for an end that was not passed on is likely to wait for ever`(
    hasFailed: Bool, isPutAway: Bool
  ) throws {
    let leaks = told(Wrapping(hasFailed: hasFailed, isPutAway: isPutAway))
    let leak = try #require(leaks.first)
    #expect(leaks.count == 1)
    #expect(leak.confidence == .likely)
    #expect(leak.site.line == 5)
    #expect(leak.instances.count == 3)
    #expect(leak.hint == .passOnEnd(site: leak.site))
    #expect(leak.sentences.first?.parts.contains(.text(hasFailed ? "failed" : "completed")) == true)
  }

  @Test func `Errors that are passed on say nothing of completions`() {
    #expect(told(Wrapping(errorsPassedOn: 4)).map(\.confidence) == [.likely])
    #expect(told(Wrapping(hasFailed: true, errorsPassedOn: 4)).isEmpty)
  }

  @Test func `What goes on with something else after an end has that for all of its line`() {
    #expect(told(Wrapping(isOneContinued: true)).isEmpty)
  }

  @Test(arguments: [(2, 4), (4, 2), (1, 9)])
  func `A closure may make fewer values, or more, of those that it receives`(output: Int, input: Int) {
    #expect(told(Wrapping(output: output, input: input)).map(\.confidence) == [.likely])
    #expect(told(Wrapping(output: output, input: input, sendsLater: true)).isEmpty)
  }

  @Test func `Whose end was not passed on is told once, without its handle`() {
    let verdicts = Wrapping(losesHandles: true).verdicts
    #expect((verdicts.leaks + verdicts.suspects).map(\.reason) == [.endNotPassedOn])
  }

  @Test func `Once or twice it is a suspicion, and so is what was there at once`() {
    #expect(told(Wrapping(count: 2)).map(\.confidence) == [.possible])
    #expect(told(Wrapping(after: 0)).map(\.confidence) == [.possible])
    #expect(told(Wrapping(count: 2, after: 0)).isEmpty)
  }

  @Test(arguments: [
    Wrapping(passedOn: 1), Wrapping(sendsLater: true), Wrapping(beginsAgain: true),
    Wrapping(isDeferred: true),
    Wrapping(output: 2), Wrapping(output: 0),
  ])
  private func `Where something else comes out of the closure it is not known to be over`(wrapping: Wrapping)
  {
    #expect(told(wrapping).isEmpty)
  }
}

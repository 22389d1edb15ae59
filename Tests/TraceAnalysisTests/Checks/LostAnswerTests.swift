import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Requests, one a second, each answered by work of its own.
struct LostAnswerTests {
  enum Work {
    case answers, completes, fails, isDisposed, isReplaced, goesOn, neverBegins
  }

  /// Each request waits for a subject, and its work begins right after it, or right `before` it. What waits is put away
  /// at `end`.
  private func script(
    _ works: [Work], before: Bool = false, letGo: Bool = false, values: Bool = false,
    of handler: Bool = false,
    trait: SiteTraits = [], end: Double? = nil, workOfTwo: Bool = false
  ) -> TraceScript {
    var script = TraceScript()
    let server = script.subscribe("subscribe", "a.swift:1", traits: .root, at: 0.1)
    let requests = script.subscribe("flatMap", "a.swift:2", for: server, traits: .flattens, at: 0.1)
    var kept: SubscriptionID?
    for (number, work) in works.enumerated() {
      let time = 1 + Double(number)
      func begin(_ script: inout TraceScript) -> [SubscriptionID] {
        if workOfTwo, number % 2 == 1, let kept { return [kept] }
        let root =
          handler
          ? script.subscribe("handle", "a.swift:3", for: requests, as: .inner, number: 1, at: time)
          : script.subscribe("subscribe", "a.swift:3", traits: .root, at: time)
        kept = root
        return [root]
      }
      var path = before && work != .neverBegins ? begin(&script) : []
      let request = script.subscribe("subscribe", "a.swift:8", traits: .root, at: time)
      let reply = script.subscribe(
        "reply", "a.swift:9", for: request, traits: trait.union([.source, .hot]),
        joining: 900 + UInt64(number),
        at: time)
      if letGo { script.add(.handleReleased(request), time) }
      if values { script.next([reply, request], at: time + 0.05) }
      if path.isEmpty, work != .neverBegins { path = begin(&script) }
      let below = handler ? path + [requests, server] : path
      switch work {
      case .answers:
        let sent = script.next(below, at: time + 0.1)
        script.complete([reply, request], cause: sent, at: time + 0.1)
        if !workOfTwo || number % 2 == 1 { script.complete(path, at: time + 0.1) }
      case .completes: script.complete(path, at: time + 0.1)
      case .fails: script.fail(path, "refused", at: time + 0.1)
      case .isDisposed: script.dispose(path, .explicit, at: time + 0.1)
      case .isReplaced: script.dispose(path, .replaced, at: time + 0.1)
      case .goesOn, .neverBegins: break
      }
      if let end, work != .answers { script.dispose([request, reply], .owner, at: end) }
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 19.5)], at: 19.8)
    return script
  }

  private func troubles(_ script: TraceScript) -> [String] {
    script.troubles(ended: 20).filter { $0.hasPrefix("lost-answer") }
  }

  @Test(arguments: [Work.completes, .fails, .isReplaced])
  func `Work that is over without the answer is named`(work: Work) throws {
    let told = try #require(troubles(script([.answers, work, .answers, .answers])).first)
    #expect(
      told.hasPrefix("lost-answer subscribe 3: 1 of 4 came to an end without an answer for subscribe 8"))
    #expect(!troubles(script([.answers, work, .answers, .answers], before: true)).isEmpty)
  }

  @Test func `The inner signal of a handler is named, and not the handler of all`() {
    #expect(
      troubles(script([.answers, .answers, .completes, .answers], of: true)).map { $0.prefix(24) }
        == ["lost-answer handle 3: 1 "])
  }

  @Test func `The newest is told where nobody can end it`() {
    #expect(troubles(script([.answers, .answers, .answers, .completes], letGo: true)).count == 1)
    #expect(troubles(script([.answers, .answers, .answers, .completes])).isEmpty)
  }

  @Test func `Several in a row are told, and as many as have an answer at most`() {
    #expect(troubles(script([.answers, .completes, .completes, .answers])).count == 1)
    #expect(troubles(script([.answers, .completes, .completes, .completes, .answers])).isEmpty)
    #expect(troubles(script([.completes, .answers])).isEmpty)
  }

  @Test func `Nothing is said where the work was taken back, goes on, or did not begin`() {
    for work in [Work.isDisposed, .goesOn, .neverBegins] {
      #expect(troubles(script([.answers, work, .answers, .answers])).isEmpty)
    }
  }

  @Test func `Nothing is said of one that had a value, has a clock on its way, or went soon`() {
    let works = [Work.answers, .completes, .answers, .answers]
    #expect(troubles(script(works, values: true)).isEmpty)
    #expect(troubles(script(works, trait: .timer)).isEmpty)
    #expect(troubles(script(works, end: 5)).isEmpty)
  }

  @Test func `Nothing is said where one work answers two`() {
    #expect(
      troubles(script([.answers, .answers, .answers, .answers, .completes, .answers], workOfTwo: true))
        .isEmpty)
  }
}

import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A subject whose last subscription was ended by a failure.
struct DeafAfterFailureTests {
  private enum Fault {
    case failure, goesOn, disposal
  }

  /// Taps are flattened to requests. At 2.1 s a request fails, and with it the operator that flattens. So many taps are
  /// told of, from `start` on.
  private func troubles(
    _ told: [UInt64] = [1, 2], from start: Double = 4, ended: UInt32 = 0, by fault: Fault = .failure,
    catcher: SiteTraits? = [], source: SiteTraits = [.source, .hot, .endless], joinsAgain: Bool = false,
    beginsAgain: Bool = false
  ) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", traits: .root, at: 1)
    let caught = catcher.map { script.subscribe("catch", "a.swift:2", for: root, traits: $0, at: 1) }
    let flat = script.subscribe("flatMapLatest", "a.swift:3", for: caught ?? root, at: 1)
    let taps = script.subscribe("taps", "a.swift:4", for: flat, traits: source, joining: 900, at: 1)
    script.next([taps], at: 2)
    let request = script.subscribe("request", "a.swift:5", for: flat, as: .inner, number: 1, at: 2)
    let below = (caught.map { [$0] } ?? []) + [root]
    switch fault {
    case .disposal: script.dispose(below.reversed() + [flat, taps], .explicit, at: 2.1)
    case .failure, .goesOn:
      script.fail([request, flat] + (caught == nil ? below : []), "refused", at: 2.1)
      script.dispose([taps], .downstream, at: 2.1)
      if caught != nil, fault == .failure { script.complete(below, at: 2.1) }
    }
    if joinsAgain { script.subscribe("taps", "a.swift:4", traits: source, joining: 900, at: 3) }
    if beginsAgain { script.subscribe("flatMapLatest", "a.swift:3", at: 3) }
    for (place, count) in told.enumerated() {
      script.add(.unheard(source: 900, within: nil, count: count, ended: ended), start + Double(place) / 100)
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("deaf-after-failure") }
  }

  private static let rest = "; since then at least 2 values of taps 4 came, and nobody heard them"

  @Test func `The operator that failed is named, with the origin of the error`() {
    let told = [
      "deaf-after-failure flatMapLatest 3: failed at 2100ms with the error of request 5" + Self.rest
    ]
    #expect(troubles() == told)
    #expect(troubles(catcher: nil) == told)
  }

  @Test func `An operator that took the place of the failed one is named first`() {
    #expect(
      troubles(catcher: .restarts) == [
        "deaf-after-failure catch 2: ended with its other signal after flatMapLatest 3 had failed at 2100ms with the error of"
          + " request 5" + Self.rest
      ])
  }

  /// Taps are flattened to requests, of which so many are served before one fails at 3 s. Somebody else hears the taps as well.
  private func besideOthers(
    served: Int = 2, since: Int = 4, heardBefore: Bool = false, catches: Bool = false, isAlone: Bool = true,
    innerFails: Bool = true, first: Double = 3.1
  ) -> [String] {
    var script = TraceScript()
    let hot: SiteTraits = [.source, .hot]
    func hear(_ script: inout TraceScript, _ time: Double) -> [SubscriptionID] {
      let other = script.subscribe("subscribe", "a.swift:8", traits: .root, at: time)
      return [script.subscribe("taps", "a.swift:4", for: other, traits: hot, joining: 900, at: time), other]
    }
    var others: [SubscriptionID] = []
    if heardBefore {
      others = hear(&script, 0.5)
      script.next(others, at: 0.6)
    }
    let root = script.subscribe("subscribe", "a.swift:1", traits: .root, at: 1)
    let retry = catches ? script.subscribe("retry", "a.swift:2", for: root, traits: .restarts, at: 1) : root
    let flat = script.subscribe("flatMap", "a.swift:3", for: retry, traits: .flattens, at: 1)
    let taps = script.subscribe("taps", "a.swift:4", for: flat, traits: hot, joining: 900, at: 1)
    if !isAlone { script.subscribe("flatMap", "a.swift:3", traits: .flattens, at: 1) }
    if others.isEmpty { others = hear(&script, 1) }
    for number in 0..<(served + 1) {
      let time = 2 + Double(number) / 10
      script.next([taps], at: time)
      script.next(others, at: time)
      let request = script.subscribe("request", "a.swift:5", for: flat, as: .inner, number: 1, at: time)
      if number < served { script.complete([request], at: time + 0.05) }
      guard number == served else { continue }
      script.fail((innerFails ? [request] : []) + [flat] + (catches ? [] : [root]), "refused", at: 3)
      script.dispose([taps], .downstream, at: 3)
    }
    for number in 0..<since { script.next(others, at: first + Double(number)) }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script.troubles(ended: 10).filter { $0.hasPrefix("deaf-after-failure") }
  }

  @Test func `A stream of requests that one of them ended is told, where others hear the subject on`() {
    #expect(
      besideOthers() == [
        "deaf-after-failure flatMap 3: failed at 3000ms with the error of request 5; since then at least 4 values of taps 4 came"
          + " to others"
      ])
  }

  @Test func `Nothing is said where hardly any was served or has come, and where somebody goes on`() {
    #expect(besideOthers(served: 1).isEmpty)
    #expect(besideOthers(since: 2).isEmpty)
    #expect(besideOthers(catches: true).isEmpty)
    #expect(besideOthers(isAlone: false).isEmpty)
    #expect(besideOthers(innerFails: false).isEmpty)
    // How many came before is not known.
    #expect(besideOthers(heardBefore: true).isEmpty)
  }

  @Test func `Nothing is said of one value, and of values that were on their way`() {
    #expect(troubles([1]).isEmpty)
    #expect(troubles([1, 2, 4], from: 2.2).isEmpty)
    #expect(troubles([]).isEmpty)
  }

  @Test func `Nothing is said where somebody came again, or where the chain goes on`() {
    #expect(troubles(joinsAgain: true).isEmpty)
    #expect(troubles(beginsAgain: true).isEmpty)
    #expect(troubles(by: .goesOn).isEmpty)
  }

  @Test func `Nothing is said of a subscriber that was disposed, and of a subject that ended or keeps all`() {
    #expect(troubles(by: .disposal).isEmpty)
    #expect(troubles(ended: 1).isEmpty)
    #expect(troubles(source: [.source, .hot, .buffers]).isEmpty)
  }
}

import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// A place that starts subscriptions again and again, of which none ends.
struct GrowthRuleTests {
  /// Subscriptions at a.swift:2, and between them what shows that the program has gone on.
  private struct Program {
    var script = TraceScript()
    let clock: SubscriptionID
    var started: [SubscriptionID] = []

    init() { clock = script.subscribe("subscribe", "main.swift:1", at: 0) }

    mutating func start(
      _ source: String = "PublishSubject", at time: Double, letsGo: Bool = true, goesOn: Bool = true
    ) {
      if goesOn { tick(at: time - 0.1) }
      let root = script.subscribe("subscribe", "a.swift:2", at: time)
      script.subscribe(source, "a.swift:1", for: root, at: time)
      if letsGo { script.add(.handleReleased(root), time) }
      started.append(root)
    }

    mutating func tick(at time: Double) { script.next([clock], at: time) }

    /// - Parameter line: of the call that gives it to the owner, if that is recorded.
    mutating func hold(_ owner: OwnerID, by line: UInt32? = nil, at time: Double) {
      let root = started[started.count - 1]
      script.add(.named(root, owner: owner, label: nil), time)
      if let line {
        let call = Site(operatorName: "disposed(by:)", file: "feedd/a.swift", line: line)
        script.add(.called(.add, id: owner.rawValue, site: call), time)
      }
      script.add(.childAdded(owner, child: root.rawValue, total: UInt64(started.count)), time)
    }
  }

  @Test func `Handles that were let go, one after the other, are suspect`() throws {
    var program = Program()
    for second in 1...4 { program.start(at: Double(second)) }
    program.tick(at: 9)
    let verdicts = program.script.verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty)
    let suspect = try #require(verdicts.suspects.first)
    #expect(suspect.reason == .growth)
    #expect(suspect.instances == [2, 4, 6, 8])
    #expect(suspect.site.line == 2)
    #expect(suspect.evidence.first as? StartedAgain == StartedAgain(starts: 4, ended: 0))
    #expect(verdicts[2] == .open(.suspected))
    #expect(verdicts.counts.suspected == 8)
    #expect(program.script.verdicts(ended: 10).suspects.isEmpty)
  }

  @Test(arguments: [(8, false), (8, true), (4, false)])
  func `Those that were left behind are told from the last ones, which may be on their way`(
    starts: Int, isOneOnItsWay: Bool
  ) {
    var program = Program()
    for number in 1...starts {
      let time = Double(number) / 2
      program.start(at: time)
      guard number != 2, number != 4 else { continue }
      program.script.complete([program.started[number - 1]], at: time + 0.2)
    }
    if isOneOnItsWay { program.start(at: 9.9) }
    program.tick(at: 9.95)
    let found = program.script.verdicts(ended: 10, minimum: .possible).suspects.filter {
      $0.reason == .leftBehind
    }
    #expect(found.flatMap(\.instances) == (starts == 8 ? [4, 8] : []))
  }

  @Test func `What a loop sets up at once does not grow`() {
    var program = Program()
    for number in 1...12 { program.start(at: 1 + Double(number) / 100, goesOn: false) }
    program.tick(at: 9)
    #expect(program.script.verdicts(ended: 10, minimum: .possible).suspects.isEmpty)
  }

  @Test func `Three may be all that are needed, unless their source has no end`() {
    for (source, isSuspect) in [("PublishSubject", false), ("interval", true)] {
      var program = Program()
      for second in 1...3 { program.start(source, at: Double(second)) }
      program.tick(at: 9)
      #expect(program.script.verdicts(ended: 10, minimum: .possible).suspects.isEmpty != isSuspect)
    }
  }

  @Test func `One that has ended shows that there is an end`() {
    var program = Program()
    for second in 1...4 { program.start(at: Double(second)) }
    program.script.complete([program.started[2]], at: 5)
    program.tick(at: 9)
    #expect(program.script.verdicts(ended: 10, minimum: .possible).suspects.isEmpty)
  }

  @Test func `Five that are held are suspect, and the owner is named`() throws {
    var program = Program()
    let bag = try #require(OwnerID(900))
    let made = Site(operatorName: "DisposeBag", file: "feedd/a.swift", line: 8)
    program.script.add(.owner(bag, kind: .bag, type: "DisposeBag", site: made), 0.5)
    for second in 1...6 {
      program.start(at: Double(second), letsGo: false)
      program.hold(bag, at: Double(second))
    }
    program.tick(at: 9)
    let suspect = try #require(program.script.verdicts(ended: 10, minimum: .possible).suspects.first)
    #expect(
      suspect.evidence.last as? HeldBy == HeldBy(owner: bag, children: 6, type: "DisposeBag", site: made))
    #expect(suspect.hint == .disposeOwnerSooner(site: made))
  }

  @Test(arguments: [true, false])
  func `The call that gave them to their owner is the place to look at next`(isPutAway: Bool) throws {
    var program = Program()
    let bag = try #require(OwnerID(900))
    for second in 1...9 {
      program.start(at: Double(second), letsGo: false)
      program.hold(bag, by: 3, at: Double(second))
    }
    if isPutAway {
      for root in program.started { program.script.dispose([root], .owner, at: 9.999) }
    } else {
      program.tick(at: 9.5)
    }
    let suspect = try #require(program.script.verdicts(ended: 10, minimum: .possible).suspects.first)
    #expect(suspect.reason == (isPutAway ? .putAwayAtEnd : .growth))
    #expect(suspect.site.line == 2)
    #expect(suspect.otherSite?.operatorName == "disposed(by:)" && suspect.otherSite?.line == 3)
  }

  @Test func `A call gives one thing to one owner, and the next owner has its own`() throws {
    var program = Program()
    let (bag, other) = (try #require(OwnerID(900)), try #require(OwnerID(901)))
    program.start(at: 1, letsGo: false)
    program.hold(bag, by: 3, at: 1)
    // No call of its own is recorded.
    program.start(at: 2, letsGo: false, goesOn: false)
    program.hold(bag, at: 2)
    let forest = program.script.forest(ended: 10)
    #expect(forest[2]?.handover?.line == 3)
    #expect(forest[4]?.owner == bag && forest[4]?.handover == nil)
    program.hold(bag, by: 5, at: 3)
    #expect(program.script.forest(ended: 10)[4]?.handover?.line == 5)
    program.hold(other, at: 4)
    #expect(program.script.forest(ended: 10)[4]?.handover == nil)
  }

  @Test(arguments: [true, false])
  func `The operator that keeps all of them alive for one input is the place to look at next`(isHeld: Bool)
    throws
  {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for start in 1...6 {
      let time = Double(start)
      script.next([clock], at: time - 0.1)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let both = script.subscribe("merge", "a.swift:8", for: root, at: time)
      let events = script.subscribe("PublishSubject", "a.swift:7", for: both, at: time)
      script.subscribe("interval", "a.swift:6", for: both, at: time)
      if !isHeld { script.add(.handleReleased(root), time) }
      script.complete([events], at: time + 0.5)
    }
    script.next([clock], at: 9)
    let suspect = try #require(script.verdicts(ended: 10, minimum: .possible).suspects.first)
    #expect(suspect.reason == .growth)
    #expect(suspect.site.line == 9)
    let (line, saysWhy) = (suspect.otherSite?.line, suspect.evidence.contains { $0 is InputCompleted })
    #expect(isHeld ? line == 8 : line == nil)
    #expect(saysWhy == isHeld)
    #expect(suspect.hint.name == (isHeld ? "endOtherInput" : "keepHandle"))
  }

  @Test(arguments: [(12, Confidence.likely), (6, .possible)])
  func `One more after each of many rounds is likely, whoever holds it`(rounds: Int, confidence: Confidence) {
    var program = Program()
    for round in 1...rounds {
      let time = Double(round)
      program.start(at: time, letsGo: false)
      let ofRound = program.script.subscribe("subscribe", "a.swift:8", at: time)
      program.script.dispose([ofRound], .explicit, at: time + 0.2)
      program.script.add(.mark(program.script.event(on: 1), text: "round over"), time + 0.3)
    }
    let verdicts = program.script.verdicts(ended: Double(rounds) + 2, minimum: .possible)
    let found = verdicts.leaks + verdicts.suspects
    #expect(found.map(\.reason) == [.growth])
    #expect(found.map(\.confidence) == [confidence])
  }

  @Test(arguments: [true, false])
  func `Whoever is known to have the handle is not told to keep it`(knowsHandles: Bool) throws {
    var program = Program()
    if knowsHandles { program.script.add(.handleReleased(program.clock), 0.1) }
    for second in 1...6 { program.start(at: Double(second), letsGo: false) }
    program.tick(at: 9)
    let suspects = program.script.verdicts(ended: 10, minimum: .possible).suspects
    let suspect = try #require(suspects.first { $0.site.line == 2 })
    #expect(suspect.reason == .growth)
    let site = suspect.site
    #expect(suspect.hint == (knowsHandles ? .disposeSooner(site: site) : .giveItAnEnd(site: site)))
  }

  @Test func `What is held and hears every value grows, although ever more happens between two of them`()
    throws
  {
    var program = Program()
    for number in 1...20 {
      let time = Double(number) * 0.45
      program.start(at: time, letsGo: false)
      for (place, root) in program.started.reversed().enumerated() {
        program.script.next([root], at: time + 0.01 + Double(place) / 1000)
      }
    }
    program.tick(at: 9.9)
    let suspect = try #require(program.script.verdicts(ended: 10, minimum: .possible).suspects.first)
    #expect(suspect.reason == .growth)
    #expect(suspect.instances.count == 20)
  }

  @Test(arguments: [(0.5, 1), (0.0005, 0), (0.05, 0)])
  func `Whoever waits between two beginnings has gone on, unless nothing was begun for long`(
    pause: Double, suspects: Int
  ) {
    var program = Program()
    for number in 1...12 {
      program.start(at: 1 + Double(number) * pause, letsGo: false, goesOn: number == 1)
    }
    let found = program.script.verdicts(ended: 10, minimum: .possible).suspects
    #expect(found.filter { $0.site.line == 2 }.map(\.reason) == Array(repeating: .growth, count: suspects))
  }

  @Test func `What is held and has levelled off is what the program works with`() {
    var program = Program()
    for second in 1...6 { program.start(at: Double(second) / 10, letsGo: false) }
    for second in 1...90 { program.tick(at: Double(second) / 10) }
    #expect(program.script.verdicts(ended: 10, minimum: .possible).suspects.isEmpty)
  }

  @Test(arguments: [(12, 1), (30, 0)])
  func `What nobody holds and has levelled off is no growth either`(rest: Int, suspects: Int) {
    var program = Program()
    for second in 1...6 { program.start(at: Double(second) / 2) }
    for tick in 1...rest { program.tick(at: 3 + Double(tick) / 2) }
    #expect(
      program.script.verdicts(ended: 3.5 + Double(rest) / 2, minimum: .possible).suspects.count == suspects)
  }

  @Test func `What many owners of one line put away as the program ends is told with their line`() throws {
    var program = Program()
    let made = Site(operatorName: "DisposeBag", file: "feedd/a.swift", line: 8)
    let bags = (0..<3).compactMap { OwnerID(UInt64(900 + $0)) }
    for bag in bags { program.script.add(.owner(bag, kind: .bag, type: "DisposeBag", site: made), 0.5) }
    for second in 1...9 {
      program.start(at: Double(second), letsGo: false)
      program.hold(bags[second % 3], at: Double(second))
    }
    for bag in bags { program.script.add(.ownerDisposed(bag, children: 3), 9.998) }
    for root in program.started { program.script.dispose([root], .owner, at: 9.999) }
    let suspect = try #require(program.script.verdicts(ended: 10, minimum: .possible).suspects.first)
    #expect(suspect.reason == .putAwayAtEnd)
    #expect(
      suspect.evidence.last as? HeldByManyUntilTheEnd
        == HeldByManyUntilTheEnd(count: 3, type: "DisposeBag", site: made))
    #expect(suspect.hint == .disposeOwnerSooner(site: made))
  }

  @Test func `What is put away only as the program ends is suspect`() throws {
    var program = Program()
    let bag = try #require(OwnerID(900))
    for second in 1...9 {
      program.start(at: Double(second), letsGo: false)
      program.hold(bag, at: Double(second))
    }
    for root in program.started { program.script.dispose([root], .owner, at: 9.999) }
    let suspect = try #require(program.script.verdicts(ended: 10, minimum: .possible).suspects.first)
    #expect(suspect.reason == .putAwayAtEnd)
    #expect(suspect.site.line == 2)
    #expect(suspect.hint == .disposeSooner(site: suspect.site))
    program.tick(at: 9.9995)
    #expect(program.script.verdicts(ended: 10, minimum: .possible).suspects.isEmpty)
  }

  @Test(arguments: [(0.03, true, 1), (0.03, false, 0), (0.08, true, 0)])
  func `What a busy machine takes until a recording is sealed is not the program's time`(
    seal: Double, endsOrderly: Bool, suspects: Int
  ) throws {
    var program = Program()
    let bag = try #require(OwnerID(900))
    for second in 1...9 {
      program.start(at: 0.1 + Double(second) / 100, letsGo: false)
      program.hold(bag, at: 0.1 + Double(second) / 100)
    }
    for root in program.started { program.script.dispose([root], .owner, at: 0.2) }
    var forest = program.script.forest(ended: 0.2 + seal)
    forest.endsOrderly = endsOrderly
    #expect(Verdicts(forest, options: Verdicts.Options(minimum: .possible)).suspects.count == suspects)
  }

  /// Somebody holds what is begun at `times`, and ends the first `ended` of them. The program puts away the rest at its end.
  private func held(
    _ times: [Double], ended: Int = 0, isRestPutAway: Bool = true, endsOrderly: Bool = true
  ) -> [Leak] {
    var program = Program()
    for time in times { program.start(at: time, letsGo: false) }
    for root in program.started.prefix(ended) {
      program.script.dispose([root, SubscriptionID(root.rawValue + 1)!], .explicit, at: 5)
    }
    if isRestPutAway { program.script.dispose([program.clock], .explicit, at: 7) }
    var forest = program.script.forest(ended: 7.1)
    forest.endsOrderly = endsOrderly
    return Verdicts(forest, options: Verdicts.Options(minimum: .possible)).suspects
  }

  @Test func `Three that nobody has ended are suspect where the program puts away the rest, and ends well`()
    throws
  {
    let suspect = try #require(held([2, 4, 6]).first)
    #expect(suspect.reason == .growth)
    #expect(suspect.site.line == 2)
    #expect(suspect.instances.count == 3)
    #expect(suspect.evidence.first as? StartedAgain == StartedAgain(starts: 3, ended: 0))
    #expect(held([2, 4, 6], isRestPutAway: false).isEmpty)
    #expect(held([2, 4, 6], endsOrderly: false).isEmpty)
    #expect(held([2, 3, 4, 6], ended: 1).isEmpty)
    #expect(held([2, 4]).isEmpty)
    #expect(held([1, 1.5, 2]).isEmpty, "they were complete long ago")
  }

  /// A window at each of `times` begins a subscription at line 2 and one at line 3, which nobody ends. One at line 4 is over
  /// before the next window, if so many others are to end. The program goes on for so many seconds, and is idle then.
  private func windows(
    others: Int = 3, seconds: Int = 1, endsOrderly: Bool = true, until ended: Double = 7.2
  ) -> [UInt32] {
    var program = Program()
    for (window, time) in [2.0, 4, 6].enumerated() {
      program.tick(at: time - 0.1)
      for line in [2, 3] {
        let root = program.script.subscribe("subscribe", "a.swift:\(line)", at: time)
        program.script.subscribe("PublishSubject", "a.swift:1", for: root, at: time)
      }
      let other = program.script.subscribe("subscribe", "a.swift:4", at: time)
      let end = window < others ? time + 0.9 : ended - 0.2
      program.script.dispose([other], .explicit, at: end)
    }
    for second in 1...seconds { program.tick(at: 6 + Double(second)) }
    program.script.dispose([program.clock], .explicit, at: ended - 0.1)
    var forest = program.script.forest(ended: ended)
    forest.endsOrderly = endsOrderly
    return Verdicts(forest, options: Verdicts.Options(minimum: .possible)).suspects
      .filter { $0.reason == .growth }.map(\.site.line).sorted()
  }

  @Test func `Two kinds that nobody has ended do not excuse each other, and an idle program is no excuse`() {
    #expect(windows() == [2, 3])
    #expect(windows(until: 30) == [2, 3])
    #expect(windows(endsOrderly: false).isEmpty)
    #expect(windows(seconds: 20, until: 30).isEmpty, "they were complete long ago")
  }

  @Test func `Kinds that stay together need ends from each beginning to the next`() {
    #expect(windows(others: 1).isEmpty)
    #expect(windows(others: 0).isEmpty)
  }

  /// Screens at 2, 4, 6 and 8 s, so many each time. Each has a bag and a subject of its own, whose value an operator at line 3
  /// passes on: as the screen comes, and so many seconds later. The program puts away its clock at the end.
  private func screens(
    each count: Int = 1, lastValue seconds: Double = 1, sharesSource: Bool = false, sharesBag: Bool = false,
    isClockLeft: Bool = false, isOneClosed: Bool = false
  ) throws -> [Leak] {
    var program = Program()
    for screen in 0..<4 * count {
      let time = Double(screen / count + 1) * 2
      if screen % count == 0 { program.tick(at: time - 0.1) }
      let bag = try #require(OwnerID(UInt64(900 + (sharesBag ? 0 : screen))))
      let source = UInt64(800 + (sharesSource ? 0 : screen))
      let root = program.script.subscribe("subscribe", "a.swift:2", at: time)
      let step = program.script.subscribe("filter", "a.swift:3", for: root, at: time)
      let title = program.script.subscribe(
        "PublishSubject", "a.swift:1", for: step, joining: source, at: time)
      program.script.add(.named(root, owner: bag, label: nil), time)
      program.script.add(.childAdded(bag, child: root.rawValue, total: 1), time)
      program.script.next([title, step, root], at: time + 0.1)
      program.script.next([title, step, root], at: time + seconds)
      if isOneClosed, screen == 1 { program.script.dispose([root, step, title], .owner, at: time + 1.5) }
    }
    if !isClockLeft { program.script.dispose([program.clock], .explicit, at: 39) }
    var forest = program.script.forest(ended: 40)
    forest.endsOrderly = true
    return Verdicts(forest, options: Verdicts.Options(minimum: .possible)).suspects
      .filter { $0.reason == .growth }
  }

  @Test(arguments: [(1, 1), (2, 3.5)])
  func `Screens that were used one after the other, and stay, are suspect with the operator above`(
    count: Int, seconds: Double
  ) throws {
    let suspect = try #require(try screens(each: count, lastValue: seconds).first)
    #expect(suspect.site.line == 2 && suspect.otherSite?.line == 3)
    #expect(suspect.instances.count == 4 * count)
    #expect(suspect.hint.name == "breakCycle")
    #expect(try screens(each: count, lastValue: seconds + 3).isEmpty, "they are in use for longer")
  }

  @Test
  func `Screens with a common source or bag may be needed, and so may those of a program that ends nothing`()
    throws
  {
    #expect(try screens(sharesSource: true).isEmpty)
    #expect(try screens(sharesBag: true).isEmpty)
    #expect(try screens(isClockLeft: true).isEmpty)
    #expect(try screens(isOneClosed: true).isEmpty)
  }

  @Test func `The owner that put them away is named, where it was made`() throws {
    var program = Program()
    let bag = try #require(OwnerID(900))
    let made = Site(operatorName: "DisposeBag", file: "feedd/a.swift", line: 8)
    program.script.add(.owner(bag, kind: .bag, type: "DisposeBag", site: made), 0.5)
    for second in 1...9 {
      program.start(at: Double(second), letsGo: false)
      program.hold(bag, at: Double(second))
    }
    program.script.add(.ownerDisposed(bag, children: 9), 9.998)
    for root in program.started { program.script.dispose([root], .owner, at: 9.999) }
    let suspect = try #require(program.script.verdicts(ended: 10, minimum: .possible).suspects.first)
    #expect(suspect.reason == .putAwayAtEnd)
    #expect(
      suspect.evidence.last as? HeldUntilTheEnd
        == HeldUntilTheEnd(owner: bag, children: 9, type: "DisposeBag", site: made))
    #expect(suspect.hint == .disposeOwnerSooner(site: made))
  }

  /// `subject.flatMap { … }`, with four inner signals, one a second, each of which `begin` gives its sources.
  private func flattened(
    _ begin: (_ script: inout TraceScript, _ inner: SubscriptionID, _ start: Int) -> Void
  ) -> (script: TraceScript, source: SubscriptionID) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let flatMap = script.subscribe("flatMap", "a.swift:8", for: root, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:7", for: flatMap, at: 0)
    for start in 1...4 {
      script.next([source], at: Double(start) - 0.1)
      let inner = script.subscribe(
        "map", "a.swift:6", for: flatMap, as: .inner, number: UInt32(start), at: Double(start))
      begin(&script, inner, start)
    }
    return (script, source)
  }

  @Test(arguments: [(7, 0), (8, 1)])
  func `Inner signals that their operator takes along at the end may be what it is there for`(
    count: Int, suspects: Int
  ) {
    var script = TraceScript()
    let bag = OwnerID(900)
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    if let bag { script.add(.named(root, owner: bag, label: nil), 0) }
    let flatMap = script.subscribe("flatMap", "a.swift:8", for: root, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:7", for: flatMap, at: 0)
    var inner: [SubscriptionID] = []
    for start in 1...count {
      let time = Double(start) / 2
      script.next([source], at: time)
      inner.append(
        script.subscribe(
          "PublishSubject", "a.swift:6", for: flatMap, as: .inner, number: UInt32(start), at: time))
    }
    script.dispose([root], .owner, at: 6.999)
    script.dispose([flatMap, source] + inner, .downstream, at: 6.999)
    let found = script.verdicts(ended: 7, minimum: .possible).suspects.filter { $0.reason == .innersPileUp }
    #expect(found.count == suspects)
  }

  @Test func `Inner signals that pile up are told at the operator that begins them`() throws {
    var (script, source) = flattened { script, inner, start in
      script.subscribe("interval", "a.swift:5", for: inner, at: Double(start))
    }
    let suspects = script.verdicts(ended: 10, minimum: .possible).suspects
    #expect(suspects.map(\.reason) == [.innersPileUp])
    #expect(suspects.first?.site.line == 8)
    #expect(suspects.first?.evidence.map { $0 as? InnersAlive } == [InnersAlive(life: 2, alive: 4, count: 4)])
    script.complete([source], at: 5)
    #expect(script.verdicts(ended: 10, minimum: .possible).suspects.isEmpty)
  }

  /// `flatMap { combineLatest(progress, theme) }`: of each four the progress completes, as far as it is said to.
  private func gathered(
    completed: Int, inputs: [String] = ["BehaviorRelay"], by name: String = "combineLatest",
    isNext: Bool = false
  ) -> [Leak] {
    let (script, _) = flattened { script, inner, start in
      let both = script.subscribe(name, "a.swift:5", for: inner, at: Double(start))
      let progress = script.subscribe("interval", "a.swift:4", for: both, at: Double(start))
      if isNext, start <= completed { script.complete([progress], at: Double(start) + 0.5) }
      for input in inputs {
        script.subscribe(input, "a.swift:3", for: both, at: Double(start) + (isNext ? 0.5 : 0))
      }
      if !isNext, start <= completed { script.complete([progress], at: Double(start) + 0.5) }
    }
    return script.verdicts(ended: 10, minimum: .possible).suspects
  }

  @Test func `Inner signals that live for one of their inputs are told at the operator that gathers`() throws
  {
    let suspect = try #require(gathered(completed: 4).first)
    #expect(suspect.reason == .innersPileUp)
    #expect(suspect.site.line == 5)
    #expect(suspect.evidence.last as? InputCompleted == InputCompleted(gathering: 5, input: 6, other: 7))
    #expect(suspect.hint.name == "endOtherInput")
    #expect(suspect.hint.site.line == 5 && suspect.hint.other?.line == 3)
    #expect(gathered(completed: 3).map(\.site.line) == [5])
    #expect(gathered(completed: 2).map(\.site.line) == [8])
    #expect(gathered(completed: 0).map(\.site.line) == [8])
    #expect(gathered(completed: 4, by: "merge").map(\.site.line) == [5])
    // What stands next was not heard beside the first.
    #expect(gathered(completed: 4, by: "concat", isNext: true).map(\.site.line) == [8])
    // Which of the others it waits for is not said.
    #expect(gathered(completed: 4, inputs: ["BehaviorRelay", "clock"]).map(\.site.line) == [8])
  }
}

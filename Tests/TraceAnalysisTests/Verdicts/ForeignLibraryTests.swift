import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A library of which the analysis has never heard: what its operators are called means nothing, what they say they are
/// decides.
struct ForeignLibraryTests {
  /// What happened in a program that uses the library, written as a recording and read back.
  private func verdicts(_ script: TraceScript, _ minimum: Confidence = .likely) throws -> Verdicts {
    var writer = RecordingWriter(header: Samples.header)
    for record in script.trace { writer.append(record) }
    let recording = try Recording(bytes: writer.finish())
    var builder = ForestBuilder()
    recording.forEach { builder.add($0) }
    let forest = builder.finish(began: TraceScript.start, ended: TraceScript.time(10))
    return Verdicts(forest, options: Verdicts.Options(minimum: minimum))
  }

  /// `tide.dam(on: dusk).fork { … }.listen()`: the dam closes at 3 s, a branch goes on.
  private func fork(into branch: SiteTraits, _ flattens: SiteTraits = .flattens) -> TraceScript {
    var script = TraceScript()
    let root = script.subscribe("listen", "a.brook:9", traits: .root, at: 0)
    let fork = script.subscribe("fork", "a.brook:7", for: root, traits: flattens, at: 0)
    let dam = script.subscribe("dam", "a.brook:6", for: fork, traits: .stops, at: 0)
    let tide = script.subscribe("tide", "a.brook:5", for: dam, traits: [.source, .endless], at: 0)
    let dusk = script.subscribe(
      "spring", "a.brook:4", for: dam, as: .control, traits: [.source, .hot], at: 0)
    script.subscribe("brook", "a.brook:3", for: fork, as: .inner, number: 1, traits: branch, at: 1)
    let fired = script.next([dusk], at: 3)
    script.complete([dam], cause: fired, at: 3)
    script.dispose([tide, dusk], .trigger, cause: fired, at: 3)
    script.dispose([dam], .terminated, cause: fired, at: 3)
    return script
  }

  @Test func `A stop above a flattening operator is found`() throws {
    let leak = try #require(verdicts(fork(into: [.source, .endless])).leaks.first)
    #expect(leak.reason == .innerOutlivedStopSignal)
    #expect(leak.confidence == .likely)
    #expect(leak.members == [1, 2, 6])
    #expect(leak.stopSignal?.control == 5)
  }

  @Test func `An inner source that ends by itself is not leaked by that`() throws {
    #expect(try verdicts(fork(into: [.source, .ends])).leaks.isEmpty)
  }

  /// Two listeners of one connection; both leave.
  private func shared(_ traits: SiteTraits) -> TraceScript {
    var script = TraceScript()
    let first = script.subscribe("listen", "a.brook:1", traits: .root, at: 0)
    let pool = script.subscribe("pool", "a.brook:9", for: first, traits: traits, at: 0)
    script.subscribe("tide", "a.brook:8", for: pool, as: .shared, traits: [.source, .endless], at: 0)
    let second = script.subscribe("listen", "a.brook:2", traits: .root, at: 1)
    let again = script.subscribe("pool", "a.brook:9", for: second, traits: traits, at: 1)
    script.dispose([first, pool], .explicit, at: 2)
    script.dispose([second, again], .explicit, at: 3)
    return script
  }

  @Test func `A counted share must go with its last subscriber, a kept connection need not`() throws {
    let counted = try verdicts(shared(.countedShare))
    #expect(counted.leaks.map(\.members) == [[3]])
    #expect(counted.leaks.first?.confidence == .certain)
    let kept = try verdicts(shared(.keptConnection), .possible)
    #expect(kept.leaks.isEmpty)
    #expect(kept[3] == .open(.idleShare))
  }

  /// A closure of the program that begins another stream; the listener leaves, and the stream sends on.
  private func closure(_ traits: SiteTraits) -> TraceScript {
    var script = TraceScript()
    let root = script.subscribe("listen", "a.brook:1", traits: .root, at: 0)
    let dig = script.subscribe("dig", "a.brook:2", for: root, traits: traits, at: 0)
    let inner = script.subscribe("listen", "a.brook:3", for: dig, as: .nested, traits: .root, at: 0)
    script.subscribe("tide", "a.brook:4", for: inner, traits: [.source, .endless], at: 0)
    script.dispose([root, dig], .explicit, at: 2)
    for second in 3...8 {
      script.next([inner], at: Double(second), thread: 5)
      script.add(.dropped(dig, .next), Double(second), 5)
    }
    return script
  }

  @Test func `The advice follows what the closure is for`() throws {
    let source = try #require(verdicts(closure([.source, .subscribesInUserCode])).leaks.first)
    #expect(source.confidence == .certain)
    #expect(source.hint == .returnInnerDisposable(site: source.site))
    let flattening = try #require(verdicts(closure(.flattens)).leaks.first)
    #expect(flattening.hint == .keepInnerHandle(site: flattening.site))
  }

  /// Three streams that are begun one after the other, and never ended.
  private func pile(of traits: SiteTraits) -> TraceScript {
    var script = TraceScript()
    let clock = script.subscribe("listen", "main.brook:1", traits: .root, at: 0)
    for second in 1...3 {
      script.next([clock], at: Double(second) - 0.1)
      let root = script.subscribe("listen", "a.brook:2", traits: .root, at: Double(second))
      script.subscribe("tide", "a.brook:1", for: root, traits: traits, at: Double(second))
      script.add(.handleReleased(root), Double(second))
    }
    script.next([clock], at: 9)
    return script
  }

  @Test func `Three sources without an end are suspect, three that may end are not`() throws {
    let endless = try verdicts(pile(of: [.source, .timer, .endless]), .possible)
    #expect(endless.suspects.map(\.reason) == [.growth])
    #expect(try verdicts(pile(of: [.source, .hot]), .possible).suspects.isEmpty)
  }

  /// Values that come to a listener that is gone, from what is not recorded.
  private func stray(_ traits: SiteTraits) -> TraceScript {
    var script = TraceScript()
    let root = script.subscribe("listen", "a.brook:2", traits: .root, at: 0)
    let well = script.subscribe("well", "a.brook:1", for: root, traits: traits, at: 0)
    script.next([well, root], at: 1)
    script.dispose([root, well], .explicit, at: 2)
    for drop in 1...5 { script.add(.dropped(well, .next), 2 + Double(drop)) }
    return script
  }

  @Test func `Work goes on only behind a closure of the program`() throws {
    let leaks = try verdicts(stray([.source, .subscribesInUserCode])).leaks
    #expect(leaks.map(\.reason) == [.workBehind])
    #expect(try verdicts(stray([]), .possible).leaks.isEmpty)
  }

  /// The feed server's records under names that nobody knows, with the traits that they had.
  @Test func `A whole program is judged under foreign names as under known ones`() throws {
    let known = try outline(Feedd.records())
    #expect(try outline(Feedd.records().map(renamed)) == known)
    #expect(known.contains { $0.contains("leaked") })
  }

  private func renamed(_ record: TraceRecord) -> TraceRecord {
    guard case .subscribed(let id, let downstream, let role, let site) = record.event else { return record }
    let name = "brook " + String(site.operatorName.reversed())
    let foreign = Site(operatorName: name, file: site.file, line: site.line, traits: site.traits)
    return TraceRecord(
      time: record.time, thread: record.thread,
      event: .subscribed(id, downstream: downstream, role: role, site: foreign))
  }

  private func outline(_ records: [TraceRecord]) throws -> [String] {
    var writer = RecordingWriter(header: Samples.header)
    for record in records { writer.append(record) }
    var builder = ForestBuilder()
    try Recording(bytes: writer.finish()).forEach { builder.add($0) }
    let forest = builder.finish(began: Feedd.began, ended: Feedd.ended)
    let verdicts = Verdicts(forest)
    return verdicts.leaks.map { "\($0.reason) \($0.confidence) \($0.members) \($0.path.map(\.life))" }
      + forest.lives.map { "\($0.number) \(String(describing: verdicts[$0.number]))" }
  }
}

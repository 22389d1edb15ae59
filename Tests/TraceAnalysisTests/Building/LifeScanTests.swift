import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Lives that a column selects are those that a look at each one finds, in blocks of every kind.
struct LifeScanTests {
  /// Some blocks of many lives: one of roots alone, the others mixed, the last not full. The mixed ones have few call sites, of
  /// numbers far apart, which are packed as a list.
  private let forest: Forest = {
    var script = TraceScript()
    for index in 0..<700 {
      let time = Double(index) / 100
      let root = script.subscribe("subscribe", "a.swift:\(index < 300 ? index + 100 : 100)", at: time)
      guard index >= 300 else { continue }
      let site = index % 7
      let flatMap = script.subscribe("flatMap", "a.swift:\(site + 1)", for: root, at: time)
      let timer = script.subscribe("interval", "b.swift:3", for: flatMap, as: .inner, number: 1, at: time)
      if index % 5 == 0 { script.add(.handleReleased(root), time + 0.001) }
      if index % 3 == 0 { script.complete([timer, flatMap, root], at: time + 0.002) }
      if index % 11 == 1 { script.dispose([root, flatMap, timer], .explicit, at: time + 0.003) }
    }
    return script.forest(ended: 10)
  }()

  private func expect(
    _ scan: LifeScan, _ isMeant: (Life) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = forest.lives.filter(isMeant).map(\.number)
    #expect(scan.map(\.number) == expected, sourceLocation: sourceLocation)
    // Neither all nor none: else the question would be none.
    #expect(!expected.isEmpty && expected.count < forest.lives.count, sourceLocation: sourceLocation)
  }

  @Test func `Each choice gives what it says, in the order of birth`() {
    #expect(forest.lives.count == 1500)
    expect(forest.rootLives) { $0.downstream == nil }
    expect(forest.rareLives) { !$0.rare.isEmpty }
    expect(forest.livesInRole(.inner)) { $0.role.kind == .inner }
    expect(forest.livesOfSites { $0.contains(.flattens) }) { $0.traits.contains(.flattens) }
    expect(forest.livesFlagged(any: [.completed, .disposed])) { !$0.isAlive }
    expect(forest.livesFlagged(any: [.completed, .disposed], none: .disposed)) {
      !$0.flags.isDisjoint(with: .completed) && !$0.flags.contains(.disposed)
    }
    #expect(Array(forest.livesOfSites { $0.contains(.gathers) }).isEmpty)
  }
}

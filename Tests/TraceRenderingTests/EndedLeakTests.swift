import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceRendering

/// A subscription that leaked, and has ended since, is a leak in every drawing, in the counts and in the filters.
struct EndedLeakTests {
  /// `source.take(until: closed).flatMap { interval }.subscribe()`: closed at 3 s in vain, disposed as the program ends.
  /// One more subscription stays open, and one has ended as it should.
  private static let trace: AnalyzedTrace = {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let flatMap = script.subscribe("flatMap", "a.swift:7", for: root, at: 0)
    let until = script.subscribe("take(until:)", "a.swift:6", for: flatMap, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:5", for: until, at: 0)
    let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 0)
    let inner = script.subscribe("interval", "a.swift:3", for: flatMap, as: .inner, number: 1, at: 1)
    let other = script.subscribe("subscribe", "b.swift:1", at: 2)
    script.dispose([other], .owner, at: 4)
    let fired = script.next([closed], at: 3)
    script.complete([until], cause: fired, at: 3)
    script.dispose([source, closed], .trigger, cause: fired, at: 3)
    script.dispose([until], .terminated, cause: fired, at: 3)
    script.dispose([root, flatMap, inner], .owner, at: 9.8)
    return AnalyzedTrace(script.trace, began: TraceScript.start, ended: TraceScript.time(10))
  }()

  private func text(_ renderer: some Renderer) -> String { TraceAnalysis.render(Self.trace, as: renderer) }

  @Test func `The tree as text marks it, names its leak, and counts it`() throws {
    let rows = text(.tree()).split(separator: "\n").filter { $0.contains("✗") }
    #expect(rows.count == 4, "\(rows)")
    #expect(rows[0] == "alive at the end 0  3 leaked, ended since ✗ (1 group A)    finished 4")
    #expect(rows[1].contains("#1  subscribe") && rows[1].contains("disposed 9.800, leaked"))
    #expect(rows[1].hasSuffix("A"))
  }

  @Test func `Graphs draw it in the colour of leaks`() {
    let graph = text(.treeGraph())
    for number in [1, 2, 6] {
      let node = graph.split(separator: "\n").first { $0.contains("  s\(number) [") }
      #expect(node?.contains(GraphPalette.leak) == true && node?.contains("leaked") == true, "\(node ?? "")")
    }
    #expect(graph.contains("leaked, has ended since"))
    let mermaid = text(.mermaid())
    for number in [1, 2, 6] {
      let node = mermaid.split(separator: "\n").first { $0.contains(" s\(number)[") && !$0.contains("-->") }
      #expect(node?.contains(":::leak") == true && node?.contains("leaked") == true, "\(node ?? "")")
    }
  }

  @Test func `The timeline names its leak, as text and as a graph`() {
    var options = TimelineOptions()
    options.showsOnlyLeaks = true
    #expect(text(.timeline(options)).contains("LEAK A  #1"))
    #expect(text(.timelineGraph(options)).contains("<font color=\"\(GraphPalette.leak)\">#1&#160;"))
  }

  @Test func `The page and the filters have as many as the leaks`() throws {
    let page = try PageParts(text(.html())).object()
    let verdicts = try #require((page["lives"] as? [String: Any])?["verdict"] as? [Int])
    #expect(verdicts.count { $0 == 1 } == 3)
    var filter = Filter()
    filter.state = .leaked
    #expect(filter.selection(in: Self.trace.forest, Self.trace.verdicts) == [1, 2, 6])
    #expect(Set(Self.trace.verdicts.leaks.flatMap(\.members)) == [1, 2, 6])
  }
}

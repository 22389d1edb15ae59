import Testing
import TraceAnalysis
import TraceFixtures

@testable import TraceRendering

@Suite struct InvertedTreeTests {
  @Test func `Below a source stands who listens to it, and alike ones are one row`() {
    var trace = AnalyzedTrace.feedd
    trace.selection = Set(trace.forest.lives.filter { $0.name == "ticker" }.map(\.number))
    let text = render(trace, as: .inverted(on: Page(charset: .ascii)))
    let rows = text.split(separator: "\n").map(String.init)
    #expect(rows.contains { $0.contains("ticker ") && $0.contains("Ticker.swift:18") }, "\(text)")
    #expect(rows.contains { $0.contains("|- create ") && $0.contains("Cache.swift:88") }, "\(text)")
    #expect(rows.contains { $0.contains("`- subscribe") && $0.contains("Session.swift:47") }, "\(text)")
    #expect(!text.contains("interval"))
  }

  @Test func `Each source is there once, with every subscription that it feeds`() {
    let trace = AnalyzedTrace.feedd
    let tree = InvertedTree(trace, showsFinished: true)
    let sources = trace.forest.lives.filter { Wording(trace).isSource($0) }
    #expect(tree.sources.flatMap { tree.nodes[$0].lives }.sorted() == sources.map(\.number))
    #expect(
      Set(tree.nodes.flatMap(\.lives)).count
        == Set(sources.flatMap { trace.forest.pathToRoot(from: $0.number).map(\.number) }).count)
  }

  @Test func `A limit says what it left out, and no depth exhausts the stack`() {
    let limited = render(.feedd, as: .inverted(TreeOptions(limit: 2), on: Page(charset: .ascii)))
    #expect(limited.contains("more rows: --max"))
    let deep = render(.feedd, as: .inverted(TreeOptions(), on: Page(charset: .ascii, width: 40)))
    #expect(deep.split(separator: "\n").allSatisfy { $0.count <= 40 })
  }
}

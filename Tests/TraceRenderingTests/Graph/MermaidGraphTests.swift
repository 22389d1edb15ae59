import Testing
import TraceAnalysis
import TraceFixtures

@testable import TraceRendering

struct MermaidGraphTests {
  @Test func `a leak is a framed diagram with values on its edges`() {
    var trace = AnalyzedTrace.feedd
    trace.selection = [7, 8, 9]
    #expect(
      render(trace, as: .mermaid()) == """
        %% feedd  pid 4711 — 12.000 s, 2 leaks, 425 events, 0 lost
        flowchart BT
          subgraph t7["LEAK A  Cache.swift:88"]
            s7["subscribe<br/>Cache.swift:95 · #35;7<br/>disposed 4.000 s"]:::finished
            s8["create<br/>Cache.swift:88 · #35;8<br/>disposed 4.000 s"]:::finished
            s9[["ticker<br/>Ticker.swift:18 · #35;9<br/>ALIVE, 8 values too late"]]:::leak
          end
          s8 -->|3| s7
          s9 --x|dispose not passed on| s8
          classDef leak stroke:#b00020,stroke-width:2px
          classDef doubt stroke:#8a5a00
          classDef finished stroke:#999999,color:#666666,stroke-dasharray:4 3

        """)
  }

  @Test(arguments: ["feedd", "hostile", "wide", "empty"])
  func `every line is a statement, whatever names hold`(
    name: String
  ) throws {
    let traces = [
      "feedd": AnalyzedTrace.feedd, "hostile": .hostile, "wide": .wide, "empty": AnalyzedTrace([]),
    ]
    let trace = try #require(traces[name])
    let label = ##""(?:[^"#;\x00-\x1f\\`<>&{}|\[\]]|#\d+;|<br/>)*""##
    let node = ##"[a-z]+\d*(?:\[\##(label)\]|\(\[\##(label)\]\)|\[\[\##(label)\]\])(?::::[a-z]+)?"##
    let edge = #"s\d+ (?:-\.->|--x\|dispose not passed on\||-->\|(?:inner \d+: )?\d+\|) s\d+"#
    let statement = try Regex(
      ##" *(?:%% [^{}\n]*|flowchart BT|subgraph t\d+\[\##(label)\]|end|\##(node)|\##(edge)|classDef .*)"##
    ).matchingSemantics(.unicodeScalar)
    for line in render(trace, as: .mermaid()).split(separator: "\n") {
      #expect(line.wholeMatch(of: statement) != nil, "\(line)")
    }
  }

  @Test func `more nodes than are asked for become a count`() {
    var options = TreeOptions(limit: 3)
    options.mergesEqual = false
    let text = render(.feedd, as: .mermaid(options))
    #expect(text.matches(of: #/\n +s\d+[\[(]/#).count == 3)
    #expect(text.contains("more in"))
  }
}

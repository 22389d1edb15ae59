import Testing
import TraceAnalysis

@testable import TraceRendering

struct TreeGraphTests {
  private let stable: GraphOptions = {
    var options = GraphOptions()
    options.isStable = true
    return options
  }()

  @Test func `the quote server as a graph without times`() {
    #expect(
      render(.feedd, as: .treeGraph(graph: stable)) == """
        digraph rxtrace {
          graph [rankdir=BT, compound=true, newrank=true, fontname="Helvetica", fontsize=11, labelloc=t,
            nodesep=0.2, ranksep=0.35, label="feedd — 2 leaks, 425 events, 0 lost"];
          node [shape=box, style="rounded,filled", fillcolor=white, color="#555555",
            fontname="Helvetica", fontsize=9, margin="0.10,0.05", height=0.3];
          edge [fontname="Helvetica", fontsize=8, color="#555555", arrowsize=0.7];
          subgraph cluster_s1 {
            labelloc=b; style=rounded; color="#bbbbbb"; fontcolor="#555555";
            label="main.swift:9";
            s2 [label="interval(1s)\\nmain.swift:8 · #2\\nalive", color="#555555", tooltip="interval  feedd/main.swift:8"];
            s1 [label="subscribe\\nmain.swift:9 · #1\\nalive · 11 next", color="#555555", tooltip="subscribe  feedd/main.swift:9"];
          }
          s2 -> s1 [label=" 11", color="#555555", penwidth="1.8"];
          subgraph cluster_s7 {
            labelloc=b; style=rounded; color="#b00020"; fontcolor="#b00020";
            label="LEAK A  Cache.swift:88";
            s9 [label="ticker\\nTicker.swift:18 · #9\\nALIVE, 8 values too late", shape="box3d", margin="0.12,0.09", style="filled", color="#b00020", penwidth="2", tooltip="publish  feedd/Ticker.swift:18"];
            s8 [label="create\\nCache.swift:88 · #8\\ndisposed", style="rounded,filled,dashed", fillcolor="#eeeeee", fontcolor="#666666", color="#999999", tooltip="create  feedd/Cache.swift:88"];
            s7 [label="subscribe\\nCache.swift:95 · #7\\ndisposed · 3 next", style="rounded,filled,dashed", fillcolor="#eeeeee", fontcolor="#666666", color="#999999", tooltip="subscribe  feedd/Cache.swift:95"];
          }
          s8 -> s7 [label=" 3", style="dashed", color="#999999", fontcolor="#666666", penwidth="1.4"];
          s9 -> s8 [color="#b00020", fontcolor="#b00020", penwidth="2", arrowhead="obox", label="  dispose not\\l  passed on\\l"];
          subgraph cluster_s10 {
            labelloc=b; style=rounded; color="#b00020"; fontcolor="#b00020";
            label="LEAK B  Session.swift:45  ×2 (#10, #21)";
            s20 [label="interval(250ms)\\nApi.swift:58 · #20\\nALIVE, timer, thread 2", shape="box3d", margin="0.12,0.09", style="filled", color="#b00020", penwidth="2", tooltip="interval  feedd/Api.swift:58"];
            s19 [label="map(fetch)\\nApi.swift:60 · #19\\nALIVE", color="#b00020", penwidth="2", tooltip="map  feedd/Api.swift:60"];
            s17 [label="map(fetch)\\nApi.swift:60 · #17\\ncompleted\\n+1 folded", style="rounded,filled,dashed", fillcolor="#eeeeee", fontcolor="#666666", color="#999999", tooltip="map  feedd/Api.swift:60"];
            s16 [label="closed\\nSession.swift:31 · #16\\nfired", shape="ellipse", style="filled,dashed", fillcolor="#eeeeee", fontcolor="#666666", color="#999999", tooltip="PublishSubject  feedd/Session.swift:31"];
            s13 [label="take(until:)\\nSession.swift:44 · #13\\ncompleted\\n+2 folded", style="rounded,filled,dashed", fillcolor="#eeeeee", fontcolor="#666666", color="#999999", tooltip="take(until:)  feedd/Session.swift:44"];
            s12 [label="flatMap\\nSession.swift:45 · #12\\nALIVE, 1 of 2 inner left", color="#b00020", penwidth="2", tooltip="flatMap  feedd/Session.swift:45"];
            s11 [label="deliverOnMain()\\nSession.swift:46 · #11\\nALIVE", color="#b00020", penwidth="2", tooltip="deliverOnMain  feedd/Session.swift:46"];
            s10 [label="subscribe\\nSession.swift:47 · #10\\nALIVE · 40 next", color="#b00020", penwidth="2", tooltip="subscribe  feedd/Session.swift:47"];
          }
          s11 -> s10 [label=" 40", color="#b00020", penwidth="1.8"];
          s12 -> s11 [label=" 40", color="#b00020", penwidth="1.8"];
          s13 -> s12 [label=" 2", style="dashed", color="#999999", fontcolor="#666666", penwidth="1.4"];
          s16 -> s13 [style="dotted", arrowhead="tee", color="#999999", label="until"];
          s17 -> s12 [label=" [1] 5", style="dashed", color="#999999", fontcolor="#666666", penwidth="1.4"];
          s19 -> s12 [label=" [2] 35", color="#b00020", penwidth="1.8"];
          s20 -> s19 [label=" 35", color="#b00020", penwidth="1.8"];
          s32 [label="subscribe\\nSession.swift:47 · #32\\nopen, not stopped yet · 3 next\\n+8 folded", color="#555555", tooltip="subscribe  feedd/Session.swift:47"];
          subgraph cluster_legend {
            labelloc=b; label="legend"; fontsize=8; color="#cccccc"; style=rounded;
            legend [shape=plaintext, style="", label=<<table border="0" cellborder="0" cellspacing="2">
              <tr><td align="left">red</td><td align="left">should have ended, is alive</td></tr>
              <tr><td align="left">3-D box</td><td align="left">source that keeps a leak alive</td></tr>
              <tr><td align="left">grey, dashed</td><td align="left">finished or disposed</td></tr>
              <tr><td align="left">dotted, ⊣</td><td align="left">control edge: carries no data</td></tr>
              <tr><td align="left">□ head</td><td align="left">dispose was not passed on here</td></tr>
              <tr><td align="left">number</td><td align="left">values sent; [n] the inner signal's number</td></tr></table>>];
          }
          { rank=same; s1; s7; s10; s32; legend; }
        }

        """)
  }

  @Test func `without times nothing of a run's clock or process is left`() throws {
    for trace in [AnalyzedTrace.feedd, .repairedFeedd, .attached] {
      let text = render(trace, as: .treeGraph(graph: stable))
      #expect(!text.contains(try Regex("[0-9]\\.[0-9]{3}|[0-9]\\.[0-9]{2}( s|\\+)")))
      #expect(!text.contains("pid"))
    }
  }

  @Test func `what the limit leaves out is one node that counts it`() {
    let text = render(.feedd, as: .treeGraph(TreeOptions(limit: 8)))
    #expect(text.contains("  more [label=\"… 20 more in 4 trees\", shape=plaintext"))
    #expect(text.split(separator: "\n").count { $0.contains("\\n") && $0.contains(" [label=\"") } == 8)
  }

  @Test func `frames can be left out`() {
    var options = GraphOptions()
    options.cluster = .none
    let text = render(.feedd, as: .treeGraph(graph: options))
    #expect(!text.contains("cluster_s"))
    #expect(text.contains("s20 -> s19"))
  }

  @Test func `call sites lead to the editor`() {
    var options = GraphOptions()
    options.links = LinkFormat(template: "file:///src/{path}#L{line}")
    #expect(
      render(.feedd, as: .treeGraph(graph: options)).contains("URL=\"file:///src/feedd/Session.swift#L45\""))
  }

  @Test func `the same trace gives the same bytes`() {
    let first = render(.wide, as: .treeGraph())
    for _ in 0..<10 { #expect(render(.wide, as: .treeGraph()) == first) }
  }
}

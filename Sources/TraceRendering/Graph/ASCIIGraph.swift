public import TraceAnalysis

/// A graph's text in ASCII: signs of the drawing have counterparts, other characters are entities. So the
/// picture that is made of the text shows them all the same.
public struct ASCIIGraph<Graph: Renderer>: Renderer {
  private let graph: Graph
  /// The signs before and behind the number of a character: they make an entity of it.
  private let entity: (before: String, behind: String)

  private init(_ graph: Graph, _ entity: (before: String, behind: String)) {
    self.graph = graph
    self.entity = entity
  }

  /// For Graphviz.
  public static func dot(_ graph: Graph) -> ASCIIGraph { ASCIIGraph(graph, ("&#", ";")) }
  /// For Mermaid.
  public static func mermaid(_ graph: Graph) -> ASCIIGraph { ASCIIGraph(graph, ("#", ";")) }

  public func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    var ascii = ""
    for scalar in TraceAnalysis.render(trace, as: graph).unicodeScalars {
      if scalar.isASCII {
        ascii.unicodeScalars.append(scalar)
      } else {
        ascii += Charset.counterpart(of: scalar) ?? "\(entity.before)\(scalar.value)\(entity.behind)"
      }
    }
    out.write(ascii)
  }
}

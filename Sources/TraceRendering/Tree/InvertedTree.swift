import TraceAnalysis
import TraceFormat

/// The subscriptions from their sources on: below each source its listeners, and below each listener its own
/// listeners. Subscriptions with the same call site and label are one node, however many there are.
struct InvertedTree {
  struct Node {
    let name: String
    let site: Site
    /// In order of birth.
    fileprivate(set) var lives: [Int] = []
    fileprivate(set) var listeners: [Int] = []
  }

  private struct Key: Hashable {
    let listensTo: Int?
    let name: String
    let site: Site
  }

  private(set) var nodes: [Node] = []
  /// Indices of the nodes that are sources.
  private(set) var sources: [Int] = []

  /// - Parameter showsFinished: sources, too, that have finished.
  init(_ trace: AnalyzedTrace, showsFinished: Bool) {
    let words = Wording(trace)
    var indices: [Key: Int] = [:]
    var seen: [Set<Int>] = []
    for source in trace.forest.lives
    where words.isSource(source) && (showsFinished || !trace.isFinished(source)) {
      let path = source.pathToRoot
      guard path.contains(where: { trace.isSelected($0.number) }) else { continue }
      var above: Int?
      for life in path {
        let key = Key(listensTo: above, name: life.name, site: life.site)
        let index: Int
        if let known = indices[key] {
          index = known
        } else {
          index = nodes.count
          indices[key] = index
          nodes.append(Node(name: life.name, site: life.site))
          seen.append([])
          if let above { nodes[above].listeners.append(index) } else { sources.append(index) }
        }
        if seen[index].insert(life.number).inserted { nodes[index].lives.append(life.number) }
        above = index
      }
    }
  }
}

import TraceAnalysis
import TraceFormat

/// Finds the trees of a graph that share a frame: the trees of one owner or file.
struct GraphFrames {
  private let trace: AnalyzedTrace
  private let cluster: GraphOptions.Cluster
  private let places: Places

  init(_ trace: AnalyzedTrace, _ cluster: GraphOptions.Cluster) {
    self.trace = trace
    self.cluster = cluster
    places = Places(trace.forest)
  }

  struct Frame {
    /// The title of the frame; nil where no frame is drawn.
    let title: String?
    /// Indices of the trees.
    var trees: [Int]
  }

  /// The frames around trees with these roots, in the order of their first tree.
  func frames(around roots: [Int]) -> [Frame] {
    var frames: [Frame] = []
    var known: [String: Int] = [:]
    for (index, root) in roots.enumerated() {
      let title = trace.forest[root].flatMap(title)
      if let title, let frame = known[title] {
        frames[frame].trees.append(index)
        continue
      }
      if let title { known[title] = frames.count }
      frames.append(Frame(title: title, trees: [index]))
    }
    return frames
  }

  /// `Feed.swift`, or `object 12 (Room)  Room.swift:8`; nil where nobody holds it.
  private func title(_ root: Life) -> String? {
    switch cluster {
    case .root, .none: return nil
    case .file: return root.site.file.shortenedAtBeginning(to: 60)
    case .owner:
      guard let id = root.owner else { return nil }
      guard let owner = trace.forest[owner: id] else { return "owner \(id.rawValue)" }
      let kind = owner.kind == .unknown ? "owner" : "\(owner.kind)"
      let type = owner.type.map { " (\($0.shortened(to: 60)))" } ?? ""
      return "\(kind) \(id.rawValue)\(type)"
        + (owner.site.map { "  \(places.text($0))" } ?? "")
    }
  }
}

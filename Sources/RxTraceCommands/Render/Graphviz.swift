/// Graphviz's `dot`, which turns a graph into a picture.
struct Graphviz {
  private let dot: OtherProgram

  /// - Throws: what to type instead, where there is no `dot`.
  init(environment: Environment = .current) throws(CommandFailure) {
    guard let dot = OtherProgram("dot", environment: environment) else {
      throw CommandFailure(
        "--format svg needs Graphviz's dot, which is not here: install graphviz, or take --format dot or html",
        status: ExitStatus.notFound)
    }
    self.dot = dot
  }

  /// The picture of a graph as SVG. The messages of `dot` go to standard error.
  func svg(of graph: String) throws(CommandFailure) -> String {
    let (picture, status) = try dot.answer(to: graph, ["-Tsvg"])
    guard status == .exited(0), !picture.isEmpty else {
      throw CommandFailure("dot could not draw the graph", status: ExitStatus.cannotWrite)
    }
    return picture
  }
}

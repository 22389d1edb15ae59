/// A form of a trace, for people or machines: a value with options, which writes the same bytes for the same
/// trace.
///
///     render(trace, as: .tree(on: Page(charset: .ascii)))
public protocol Renderer: Sendable {
  func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream)
}

/// The trace as one text.
public func render(_ trace: AnalyzedTrace, as renderer: some Renderer) -> String {
  var text = ""
  renderer.render(trace, into: &text)
  return text
}

/// A line of a label: text as the program gave it, and the columns that it may take. The form of the graph
/// escapes it.
struct GraphLine: Sendable, ExpressibleByStringInterpolation {
  let text: String
  let limit: Int

  init(_ text: String, limit: Int = 60) {
    self.text = text
    self.limit = limit
  }

  init(stringLiteral text: String) { self.init(text) }
}

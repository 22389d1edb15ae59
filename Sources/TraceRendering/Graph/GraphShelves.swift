/// Trees beside each other, and below each other where a row would get too wide: Graphviz by itself sets all
/// trees of a graph in one row.
struct GraphShelves {
  /// How much room a tree takes, in nodes.
  struct Size {
    let width: Int
    let height: Int
  }

  /// Indices of trees, row by row, in their order.
  let rows: [[Int]]

  init(_ sizes: [Size]) {
    let area = sizes.reduce(0) { $0 + $1.width * $1.height }
    // A node is twice as wide as high; a picture reads well if it is half as wide again as high.
    var width = 8
    while width * width * 4 < area * 5, width < 60 { width += 1 }
    width = max(width, sizes.map(\.width).max() ?? 0)
    var rows: [[Int]] = []
    var left = 0
    for (index, size) in sizes.enumerated() {
      if size.width > left || rows.isEmpty {
        rows.append([])
        left = width
      }
      rows[rows.count - 1].append(index)
      left -= size.width
    }
    self.rows = rows
  }
}

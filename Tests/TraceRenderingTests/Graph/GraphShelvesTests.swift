import Testing

@testable import TraceRendering

struct GraphShelvesTests {
  private func sizes(_ sizes: [(Int, Int)]) -> [GraphShelves.Size] {
    sizes.map { GraphShelves.Size(width: $0.0, height: $0.1) }
  }

  @Test func `a few trees stand beside each other`() {
    #expect(GraphShelves(sizes([(1, 2), (1, 3), (3, 5), (1, 1)])).rows == [[0, 1, 2, 3]])
  }

  @Test func `many trees stand in rows that are wider than high, in their order`() {
    let rows = GraphShelves(sizes(Array(repeating: (1, 4), count: 100))).rows
    #expect(rows.count > 1)
    #expect(rows.joined().elementsEqual(0..<100))
    #expect(rows[0].count * 2 >= rows.count * 4)
  }

  @Test func `a tree that is wider than everything has a row of its own`() {
    #expect(GraphShelves(sizes([(1, 2), (50, 2), (1, 2)])).rows == [[0], [1], [2]])
    #expect(GraphShelves([]).rows.isEmpty)
  }
}

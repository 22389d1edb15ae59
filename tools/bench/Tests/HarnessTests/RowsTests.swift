import Testing

@testable import Harness

@Suite struct RowsTests {
  @Test func `Each row has a name of its own and runs whole units`() {
    #expect(Set(Row.all.map(\.name)).count == Row.all.count)
    for row in Row.all {
      #expect(row.count.isMultiple(of: row.grain), "\(row.name)")
      let sizes = Difference.sizes(of: row)
      #expect(sizes.small.isMultiple(of: row.grain) && sizes.large.isMultiple(of: row.grain), "\(row.name)")
      #expect(sizes.small < sizes.large, "\(row.name)")
      if let peers = row.peers { #expect(peers.toughest <= peers.best, "\(row.name)") }
    }
  }

  @Test func `A row's whole name means that row alone, a part of a name every row that has it`() throws {
    #expect(try Arguments(["fan-out 1"]).rows() == [.fanOut1])
    #expect(try Arguments(["fan-out"]).rows() == [.fanOut1, .fanOut10, .fanOut1000])
    #expect(try Arguments([]).rows() == Row.all)
    #expect(throws: Usage.self) { try Arguments(["no such row"]).rows() }
    #expect(throws: Usage.self) { try Arguments(["--no-such-option"]).rows() }
  }
}

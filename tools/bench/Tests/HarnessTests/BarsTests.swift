import Testing

@testable import Harness

@Suite struct BarsTests {
  static let peers = Row.Peers(best: 100, toughest: 40, openCombine: 200)

  @Test func `Bars move with OpenCombine, where it has the row`() {
    let bars = Bars(Self.peers, openCombine: 100, otherRows: [7])
    #expect(bars.five == 10)
    #expect(bars.two == 10)
  }

  @Test func `Bars move with the middle of the other rows, where OpenCombine does not have the row`() {
    let bars = Bars(Self.peers, openCombine: nil, otherRows: [1, 2, 30])
    #expect(bars.best == 200)
    #expect(bars.toughest == 80)
  }

  @Test func `Where peers were not measured elsewhere, OpenCombine is the peer`() {
    #expect(Bars(nil, openCombine: 100, otherRows: [7])?.five == 20)
    #expect(Bars(nil, openCombine: 100, otherRows: [7])?.two == 50)
    #expect(Bars(nil, openCombine: nil, otherRows: [7]) == nil)
  }

  @Test func `Bars stay where they were taken, if nothing can tell how this machine compares`() {
    #expect(Bars(Self.peers, openCombine: nil, otherRows: []).best == 100)
  }
}

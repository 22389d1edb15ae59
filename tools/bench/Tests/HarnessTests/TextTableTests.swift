import Testing

@testable import Harness

@Suite struct TextTableTests {
  @Test func `Columns line up: words on the left, figures on the right`() {
    var table = TextTable(["row", "unit", "ns"])
    table.add(["fan-out", "ev", "3.14"])
    #expect(
      table.text.split(separator: "\n") == [
        "| row     | unit |   ns |",
        "| ------- | ---- | ---: |",
        "| fan-out | ev   | 3.14 |",
      ])
  }

  @Test func `Figures have three digits`() {
    #expect([1234.5, 99.94, 9.996, 0.126, 3].map(\.short) == ["1235", "99.9", "10", "0.13", "3"])
    #expect(Double.nan.short == "-")
  }
}

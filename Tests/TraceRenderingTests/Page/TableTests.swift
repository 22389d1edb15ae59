import Testing

@testable import TraceRendering

struct TableTests {
  @Test func `columns take what their cells need`() {
    #expect(
      drawn(width: 100) == """
        ID  NAME                             WHERE              LIFE  STATE
         7  subscribe                        Cache.swift:95     3.98  disposed 4.000
        12  a name that is not short at all  Sources/A.swift:1  0.01  ALIVE
        """)
  }

  @Test func `a narrow page cuts text, then takes short forms, then leaves columns out from the right`() {
    #expect(
      drawn(width: 65) == """
        ID  NAME                  WHERE              LIFE  STATE
         7  subscribe             Cache.swift:95     3.98  disposed 4.000
        12  a name that is not …  Sources/A.swift:1  0.01  ALIVE
        """)
    #expect(
      drawn(width: 50) == """
        ID  NAME                      WHERE           LIFE
         7  subscribe                 Cache.swift:95  3.98
        12  a name that is not shor…  A.swift:1       0.01
        """)
  }

  @Test(arguments: 40...110) func `no line is wider than the page, and numbers are whole`(width: Int) {
    let text = drawn(width: width)
    for line in text.split(separator: "\n") { #expect(line.unicodeScalars.count <= width) }
    for number in ["Cache.swift:95", "A.swift:1", "12  a"] { #expect(text.contains(number)) }
    #expect(text.contains("disposed") == text.contains("disposed 4.000"))
  }

  private func drawn(width: Int) -> String {
    let pen = Pen(page: Page(width: width))
    var table = Table(columns: [
      Column("ID", alignsRight: true, gap: 0), Column("NAME", least: 12),
      Column("WHERE"),
      Column("LIFE", alignsRight: true, isOptional: true), Column("STATE", isOptional: true),
    ])
    table.add([
      Cell(pen("7")), Cell(pen("subscribe")), Cell(pen("Cache.swift:95")), Cell(pen("3.98")),
      Cell(pen("disposed 4.000")),
    ])
    table.add([
      Cell(pen("12")), Cell(pen("a name that is not short at all")),
      Cell(pen("Sources/A.swift:1"), pen("A.swift:1")), Cell(pen("0.01")), Cell(pen("ALIVE")),
    ])
    var text = ""
    table.write(with: pen, to: &text)
    return String(text.dropLast())
  }
}

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

  @Test func `a last column that waits breaks its text once the others are as narrow as they may be`() {
    #expect(
      states(width: 62) == """
        NAME                     WHERE      STATE
        a name that is not sho…  A.swift:1  ALIVE, 1 of 2 inner left
        └ map                    B.swift    open, not stopped yet (+8)
        """)
    #expect(
      states(width: 48) == """
        NAME                  WHERE      STATE
        a name that is not …  A.swift:1  ALIVE, 1 of 2
        │                                inner left
        └ map                 B.swift    open,      (+8)
                                         not stopped yet
        """)
  }

  @Test func `what a column left out gives back makes room for longer forms again`() {
    let pen = Pen(page: Page(width: 40))
    var table = Table(columns: [
      Column("ID", gap: 0), Column("STATE"), Column("", least: 18, wraps: true, goesBelow: true),
    ])
    table.add([
      Cell(pen("#7 ticker")), Cell(pen("disposed 4.000 by its owner"), pen("disposed 4.000")),
      Cell(pen("because #8 was")),
    ])
    var text = ""
    table.write(with: pen, to: &text)
    #expect(
      text == """
        ID         STATE
        #7 ticker  disposed 4.000 by its owner
              because #8 was

        """)
  }

  private func states(width: Int) -> String {
    let pen = Pen(page: Page(width: width))
    var table = Table(columns: [
      Column("NAME", gap: 0, least: 20), Column("WHERE"), Column("STATE", least: 12, wrapsLast: true),
    ])
    var name = Cell(pen("a name that is not short at all"))
    name.below = [pen("│")]
    table.add([
      name, Cell(pen("Sources/A.swift:1"), pen("A.swift:1")), Cell(pen("ALIVE, 1 of 2 inner left")),
    ])
    var state = Cell(pen("open, not stopped yet"))
    state.trail = pen("(+8)")
    table.add([Cell(pen("└ map")), Cell(pen("B.swift")), state])
    var text = ""
    table.write(with: pen, to: &text)
    return String(text.dropLast())
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

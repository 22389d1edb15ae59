import Testing

@testable import Harness

@Suite struct ThresholdsTests {
  static let counted: [String: Thresholds.Figures] = [
    "map, twice": Thresholds.Figures(instructions: 100, locked: 4, allocations: 2),
    "fan-out": Thresholds.Figures(instructions: 26.04, locked: 0.2, allocations: 0),
  ]

  @Test func `What was counted is within the thresholds made of it, also when they were written and read`()
    throws
  {
    let text = Thresholds(around: Self.counted, order: ["map, twice", "fan-out"]).text
    let thresholds = try Thresholds(text: text)
    #expect(thresholds.rows.map(\.name) == ["map, twice", "fan-out"])
    #expect(thresholds.violations(by: Self.counted, checkingInstructions: true) == [])
  }

  @Test func `A sixteenth more instructions is a violation, and so is a locked one, and one more allocation`()
    throws
  {
    let thresholds = try Thresholds(text: Thresholds(around: Self.counted, order: ["map, twice"]).text)
    func lines(_ instructions: Double, _ allocations: Double, locked: Double = 4) -> [String] {
      thresholds.violations(
        by: [
          "map, twice": Thresholds.Figures(
            instructions: instructions, locked: locked, allocations: allocations)
        ], checkingInstructions: true)
    }
    #expect(lines(104, 2) == [])
    #expect(lines(106.25, 2) == ["map, twice: 106 instructions a unit, at most 105 are allowed"])
    #expect(
      lines(100, 2, locked: 4.5) == [
        "map, twice: 4.5 locked instructions a unit, at most 4.02 are allowed"
      ])
    #expect(lines(100, 3) == ["map, twice: 3 allocations a unit, at most 2.02 are allowed"])
  }

  @Test(
    arguments: [0, 0.004, 1.996, 9.95, 9.999, 30.04, 98.96, 99.6, 1234])
  func `What is written of a figure is not below it`(figure: Double) throws {
    let counted = ["a": Thresholds.Figures(instructions: figure, locked: figure, allocations: figure)]
    let thresholds = try Thresholds(text: Thresholds(around: counted, order: ["a"]).text)
    #expect(thresholds.violations(by: counted, checkingInstructions: true) == [])
  }

  @Test func `Without valgrind the allocations are still held against the file`() throws {
    let thresholds = try Thresholds(text: "a row  10  4  1")
    let counted = ["a row": Thresholds.Figures(instructions: nil, locked: nil, allocations: 2)]
    #expect(
      thresholds.violations(by: counted, checkingInstructions: false)
        == ["a row: 2 allocations a unit, at most 1 are allowed"])
    #expect(thresholds.violations(by: counted, checkingInstructions: true).count == 3)
  }

  @Test func `A row without a threshold is a violation, and so is a threshold without a row`() throws {
    let thresholds = try Thresholds(text: "# a comment\n\ngone  10  1  1\n")
    let counted = ["new": Thresholds.Figures(instructions: 1, locked: 1, allocations: 1)]
    #expect(
      thresholds.violations(by: counted, checkingInstructions: true)
        == ["gone: there is no such row", "new: has no threshold"])
  }

  @Test func `A line that is not a threshold is told with its number`() {
    let error = #expect(throws: Thresholds.Malformed.self) {
      try Thresholds(text: "# a comment\nfan-out 10 1 ten")
    }
    #expect(error?.description.hasPrefix("line 2 ") == true)
  }
}

import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// What `leaks` adds to its verdicts.
struct AbsorbedFindingTests {
  @Test func `what a leak tells is not told again, and what ended well is no trouble`() {
    let forest = Feedd.records().forest(ended: Feedd.ended)
    let verdicts = Verdicts(forest)
    #expect(!Checks.findings(in: forest, verdicts).isEmpty)
    #expect(Checks.unabsorbed(in: forest, verdicts).isEmpty)
  }

  @Test func `without the leaks the findings stand for themselves`() {
    let forest = Feedd.records().forest(ended: Feedd.ended)
    let blind = Verdicts(forest, options: .init(settle: .seconds(60)))
    #expect(blind.leaks.isEmpty)
    #expect(Checks.unabsorbed(in: forest, blind).map { type(of: $0).check }.contains("late-values"))
  }
}

import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@Suite("Losses that nobody could count")
struct UnknownLossTests {
  @Test func `make doubtful what was alive then`() throws {
    let whole = Samples.recording(Samples.records(threads: 2, rounds: 3))
    let sealed = try Recording(bytes: whole)
    let index = try #require(sealed.chunks.last)
    let killed = try Recording(bytes: Array(whole[..<Int(index.offset)]))
    #expect(!Forest(reading: sealed).lostMayBeMore)
    let forest = Forest(reading: killed)
    #expect(forest.lostMayBeMore && forest.lostRanges == [killed.timeRange])
    #expect(!forest.lives.isEmpty && forest.lives.allSatisfy(\.mayHaveLostEvents))
  }
}

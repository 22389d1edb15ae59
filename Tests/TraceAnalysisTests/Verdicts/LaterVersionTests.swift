import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@Suite("Verdicts on a recording of a later version")
struct LaterVersionTests {
  @Test("are those on what this version knows of it")
  func verdicts() throws {
    var writer = RecordingWriter(header: Samples.header)
    for record in Feedd.records() { writer.append(record) }
    let whole = writer.finish()
    let plain = try judged(whole)
    let later = try judged(LaterVersion.adding(to: whole))
    #expect(later == plain && !plain.isEmpty)
  }

  private func judged(_ bytes: [UInt8]) throws -> [String] {
    let recording = try Recording(bytes: bytes)
    var builder = ForestBuilder()
    recording.forEach { builder.add($0) }
    let forest = builder.finish(began: recording.timeRange.lowerBound, ended: recording.timeRange.upperBound)
    let verdicts = Verdicts(forest)
    return forest.lives.map { "\($0.number) \(String(describing: verdicts[$0.number]))" }
  }
}

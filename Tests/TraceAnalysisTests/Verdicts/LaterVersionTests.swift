import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@Suite("Verdicts on a recording of a later version")
struct LaterVersionTests {
  @Test func `are those on what this version knows of it`() throws {
    let whole = written(Feedd.records())
    let plain = try judged(whole)
    let later = try judged(LaterVersion.adding(to: whole))
    #expect(later == plain && !plain.isEmpty)
  }

  @Test func `are the same beside roles, reasons and traits that only that version knows`() throws {
    let records = Feedd.records()
    var lives: [SubscriptionID] = []
    for record in records {
      if case .subscribed(let id, _, _, _) = record.event { lives.append(id) }
    }
    let plain = try judged(written(records))
    let bytes = LaterVersion.adding(to: written(LaterVersion.adding(to: records, beside: lives)))
    let later = try judged(bytes)
    #expect(later.count == 2 * plain.count)
    #expect(Array(later.prefix(plain.count)) == plain && !plain.isEmpty)

    // All of it is there, is named, and counts for no loss.
    let recording = try Recording(bytes: bytes)
    let count = UInt64(lives.count)
    #expect(recording.skipped.roles == [LaterVersion.unknownRole: count])
    #expect(recording.skipped.reasons == [UInt64(LaterVersion.unknownReason): count])
    #expect(recording.skipped.traits == LaterVersion.unknownTrait)
    #expect(!recording.skipped.records.isEmpty && !recording.skipped.chunks.isEmpty)
    #expect(recording.lostCount == 0 && recording.damage.isEmpty)
  }

  private func written(_ records: [TraceRecord]) -> [UInt8] {
    var writer = RecordingWriter(header: Samples.header)
    for record in records { writer.append(record) }
    return writer.finish()
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

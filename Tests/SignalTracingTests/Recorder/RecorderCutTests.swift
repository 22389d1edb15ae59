import Glibc
import Testing
import TraceFormat

@Suite("A recording that is cut or damaged afterwards")
struct RecorderCutTests {
  let folder = TemporaryFolder()

  private func recorded() throws -> [UInt8] {
    let counts = Counts(in: folder, threads: 2)
    let program = RecordedProgram.run(
      ["send", counts.path, "2", "1500"], ["RXTRACE": "c.rxtrace"], in: folder)
    try #require(program.status == 0)
    let file = try #require(fopen(folder.file("c.rxtrace"), "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }

  private func births(_ bytes: [UInt8]) throws -> Int {
    var births = 0
    for record in try Recording(bytes: bytes).records {
      if case .subscribed = record.event { births += 1 }
    }
    return births
  }

  @Test func `has the beginnings of what is left of it`() throws {
    let bytes = try recorded()
    let all = try births(bytes)
    #expect(all == 2 * 1501)
    // Two programs' threads do not go on alike: what one of them does last is in the second half alone.
    let left = try births(Array(bytes[..<(bytes.count / 2)]))
    #expect(left * 10 >= all * 3, "\(left) of \(all)")
  }

  @Test func `loses few of the beginnings with a byte`() throws {
    let recording = try Recording(bytes: recorded())
    let lifecycle = recording.chunks.filter { $0.kind == .lifecycle }
    #expect(lifecycle.allSatisfy { $0.length < 8_500 }, "\(lifecycle.map(\.length))")
    #expect(lifecycle.filter { $0.sequence == 0 }.allSatisfy { $0.length < 1_400 })
  }
}

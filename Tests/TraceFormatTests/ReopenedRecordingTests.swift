import Foundation
import Testing
import TraceFixtures

@testable import TraceFormat

/// A recording that grows is opened again and again: what was good before is not checked again.
@Suite struct ReopenedRecordingTests {
  private let folder: TemporaryFolder
  private let place: RecordingPlace
  private let bytes: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    place = RecordingPlace(folder.file("r.rxtrace").path)
    var writer = RecordingWriter(header: Samples.header)
    for record in Samples.records(threads: 3, rounds: 1200) { writer.append(record) }
    bytes = writer.finish()
  }

  private func write(_ bytes: some Collection<UInt8>) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: place.path))
  }

  private func expectSame(_ one: Recording, _ other: Recording) {
    #expect(one.chunks == other.chunks && one.damage == other.damage && one.isSealed == other.isSealed)
    #expect(one.recordCount == other.recordCount && one.lostCount == other.lostCount)
    #expect(one.timeRange == other.timeRange)
    #expect(Array(one.records) == Array(other.records))
  }

  @Test func `it is the same as one that is opened for the first time, wherever it was cut before`() throws {
    let ends = try Recording(bytes: bytes).chunks.map { Int($0.offset + $0.length) }
    #expect(ends.count > 5)
    var earlier: Recording?
    for (index, end) in ends.enumerated() where index % 3 == 0 || end == ends.last {
      for length in [end - 7, end] {
        try write(bytes[..<length])
        let again = try Recording.open(place, after: earlier)
        expectSame(again, try Recording.open(place))
        earlier = again
      }
    }
    #expect(earlier?.isSealed == true)
  }

  @Test func `what was damaged before is looked at again`() throws {
    let chunk = try #require(try Recording(bytes: bytes).chunks.dropFirst(2).first)
    var damaged = bytes
    damaged[Int(chunk.offset + chunk.length) - 1] ^= 1
    try write(damaged)
    let earlier = try Recording.open(place)
    #expect(!earlier.damage.isEmpty)
    try write(bytes)
    expectSame(try Recording.open(place, after: earlier), try Recording.open(place))
  }

  @Test func `another recording of that name, and one that became shorter, is read from its start`() throws {
    try write(bytes)
    let earlier = try Recording.open(place)
    try write(bytes.dropLast(bytes.count / 2))
    expectSame(try Recording.open(place, after: earlier), try Recording.open(place))
    var header = Samples.header
    header.identity = Array(40..<56)
    var writer = RecordingWriter(header: header)
    for record in Samples.records(threads: 2, rounds: 4000) { writer.append(record) }
    try write(writer.finish())
    expectSame(try Recording.open(place, after: earlier), try Recording.open(place))
  }

  @Test func `what was checked before is not read again`() throws {
    try write(bytes.dropLast(40))
    let earlier = try Recording.open(place)
    let chunk = try #require(earlier.chunks.first)
    var damaged = bytes
    damaged[Int(chunk.offset + chunk.length) - 1] ^= 1
    try write(damaged)
    #expect(try Recording.open(place, after: earlier).damage.isEmpty)
    #expect(try !Recording.open(place).damage.isEmpty)
  }
}

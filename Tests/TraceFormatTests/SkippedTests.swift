import Testing
import TraceFixtures

@testable import TraceFormat

@Suite("What a later version wrote")
struct SkippedTests {
  private let site = Site(operatorName: "map", file: "a.swift", line: 1)

  private func payload(_ write: (inout RecordEncoder) -> Void) -> [UInt8] {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
      var encoder = RecordEncoder(at: room.baseAddress!, thread: 1, ticks: 0)
      write(&encoder)
      return Array(room[..<(encoder.cursor - room.baseAddress!)])
    }
  }

  private func subscribed(_ encoder: inout RecordEncoder, _ number: UInt64, role: UInt32, isNew: Bool) {
    encoder.begin(.subscribed, ticks: number)
    encoder.put(subscription: number)
    encoder.put(downstream: 0)
    encoder.varint(UInt64(role))
    encoder.varint(0)
    guard isNew else { return }
    for (index, text) in ["map", "a.swift"].enumerated() {
      encoder.varint(UInt64(index))
      Array(text.utf8).withUnsafeBytes { encoder.put(text: $0) }
    }
    encoder.varint(1)
  }

  private func put(_ bytes: [UInt8], _ encoder: inout RecordEncoder) {
    bytes.withUnsafeBytes { encoder.put(bytes: $0) }
  }

  @Test func `is skipped, and named, and nothing of it is lost`() throws {
    let whole = Samples.recording(Samples.records(threads: 2, rounds: 60))
    let plain = try Recording(bytes: whole)
    let later = try Recording(bytes: LaterVersion.adding(to: whole))
    #expect(Array(later.records) == Array(plain.records))
    #expect(later.damage.isEmpty && later.lostCount == 0 && later.isSealed)
    let chunks = UInt64(plain.chunks.count - 1)
    #expect(chunks > 2)
    #expect(later.skipped.records == [99: chunks] && later.skipped.chunks == [77: chunks])
    #expect(plain.skipped.records.isEmpty && plain.skipped.chunks.isEmpty)
  }

  @Test func `at the end of a chunk, or as all of it, is skipped as well`() throws {
    let alone = LaterVersion.unknownRecord(kind: 100) + LaterVersion.unknownRecord(kind: 101, size: 0)
    let recording = try Recording(bytes: LaterVersion.recording(count: 2, payload: alone))
    #expect(Array(recording.records).isEmpty)
    #expect(recording.skipped.records == [100: 1, 101: 1])

    let last = payload { subscribed(&$0, 1, role: 0, isNew: true) } + alone
    let other = try Recording(bytes: LaterVersion.recording(count: 3, payload: last))
    #expect(
      other.records.map(\.event) == [
        .subscribed(Samples.id(1), downstream: nil, role: Role(.source), site: site)
      ])
    #expect(other.skipped.records == [100: 1, 101: 1])
  }

  @Test func `but is not there is lost`() throws {
    let recording = try Recording(
      bytes: LaterVersion.recording(count: 3, payload: LaterVersion.unknownRecord(kind: 100)))
    #expect(recording.records.map(\.event) == [.lost(count: 2, since: 0)])
  }

  @Test func `in roles, reasons, traits, kinds of owner and behind known fields changes nothing else`() throws
  {
    let bytes = payload { encoder in
      subscribed(&encoder, 1, role: 9 | 3 << 8, isNew: true)
      let traits = encoder.begin(extended: .siteTraits, ticks: 1)
      encoder.varint(0)
      encoder.varint(1 << 20 | 2)
      encoder.varint(12_345)
      encoder.end(traits)
      subscribed(&encoder, 2, role: 0, isNew: false)
      encoder.begin(.disposed, ticks: 3)
      encoder.put(subscription: 2)
      encoder.put(event: 1 << 40 + 1)
      encoder.put(cause: 0)
      encoder.varint(77)
      let owner = encoder.begin(extended: .owner, ticks: 4)
      encoder.varint(5)
      encoder.varint(42)
      encoder.put(optionalText: nil)
      encoder.varint(0)
      encoder.varint(99)
      encoder.end(owner)
      let called = encoder.begin(extended: .called, ticks: 5)
      encoder.varint(77)
      encoder.end(called)
    }
    let recording = try Recording(bytes: LaterVersion.recording(count: 5, payload: bytes))
    var traited = site
    traited.traits = [.timer, SiteTraits(rawValue: 1 << 20)]
    #expect(
      recording.records.map(\.event) == [
        .subscribed(Samples.id(1), downstream: nil, role: Role(rawValue: 9 | 3 << 8), site: traited),
        .subscribed(Samples.id(2), downstream: nil, role: Role(.source), site: traited),
        .disposed(Samples.id(2), event: Samples.event(1, 1), cause: nil, reason: .unknown),
        .owner(OwnerID(5)!, kind: .unknown, type: nil, site: nil),
      ])
    let skipped = recording.skipped
    #expect(skipped.roles == [9: 1] && skipped.reasons == [77: 1] && skipped.records == [68: 1])
    #expect(skipped.traits == SiteTraits(rawValue: 1 << 20))
  }

  @Test func `is not what an earlier one left out: its sites are known by their names`() throws {
    let bytes = payload { encoder in
      encoder.begin(.subscribed, ticks: 1)
      for number in [2, 0, 0, 0, 0] as [UInt64] { encoder.varint(number) }
      Array("zip".utf8).withUnsafeBytes { encoder.put(text: $0) }
      encoder.varint(0)
      encoder.varint(1)
    }
    func traits(minor: UInt16) throws -> SiteTraits? {
      let recording = try Recording(bytes: LaterVersion.recording(count: 1, payload: bytes, minor: minor))
      guard case .subscribed(_, _, _, let site) = Array(recording.records).first?.event else { return nil }
      return site.traits
    }
    #expect(try traits(minor: 0) == [.gathers, .buffers])
    #expect(try traits(minor: 1) == [])
  }
}

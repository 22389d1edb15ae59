import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A forest that is made while its recording is written is the same as one that is made of the whole.
@Suite struct GrowingForestTests {
  /// A record each 10 ms, in turn by `threads`; a thread writes when its chunk is full, so that the last of them is late.
  private func recording(threads: Int, seconds: Int) -> [UInt8] {
    var script = TraceScript()
    for round in 0..<(seconds * 20) {
      let (time, thread) = (Double(round) * 0.05, UInt32(round % threads == 0 ? 2 : 1))
      let root = script.subscribe("subscribe", "a.swift:2", at: time, thread: thread)
      let source = script.subscribe("PublishSubject", "a.swift:1", for: root, at: time + 0.01, thread: thread)
      script.next([source, root], at: time + 0.02, thread: thread)
      if round % 5 != 0 { script.dispose([root, source], .explicit, at: time + 0.03, thread: thread) }
    }
    return Samples.recording(script.trace)
  }

  private func expectSame(_ one: Forest, _ other: Forest) {
    #expect(one.records == other.records)
    #expect(one.totals == other.totals)
    #expect(one.lives.count == other.lives.count)
    #expect((one.began, one.ended) == (other.began, other.ended))
    #expect(
      one.lost == other.lost && one.lostMayBeMore == other.lostMayBeMore
        && one.endsOrderly == other.endsOrderly)
    for (left, right) in zip(one.lives, other.lives) {
      #expect(left.id == right.id && left.subscribedAt == right.subscribedAt && left.endedAt == right.endedAt)
      #expect(
        left.values == right.values && left.downstream?.index == right.downstream?.index
          && left.isAlive == right.isAlive)
    }
  }

  @Test(arguments: [1, 3])
  func `it is read a part at a time, also where a thread writes late`(threads: Int) throws {
    let bytes = recording(threads: threads, seconds: 300)
    let whole = try Recording(bytes: bytes)
    #expect(whole.chunks.count > 5)
    var forest = GrowingForest()
    for chunk in whole.chunks { forest.read(try Recording(bytes: Array(bytes[..<Int(chunk.offset)]))) }
    expectSame(forest.finish(whole), Forest(reading: whole))
  }

  @Test(arguments: [1, 3])
  func `what it is so far is what a reading of the whole says`(threads: Int) throws {
    let bytes = recording(threads: threads, seconds: 120)
    let whole = try Recording(bytes: bytes)
    var forest = GrowingForest()
    for chunk in whole.chunks.dropFirst() {
      let part = try Recording(bytes: Array(bytes[..<Int(chunk.offset)]))
      expectSame(forest.soFar(part), Forest(reading: part))
    }
    expectSame(forest.soFar(whole), Forest(reading: whole))
    expectSame(forest.finish(whole), Forest(reading: whole))
  }

  @Test func `slices come to what a reading of the whole says, and it is known how far they are behind`()
    throws
  {
    let whole = try Recording(bytes: recording(threads: 2, seconds: 300))
    var forest = GrowingForest()
    var behind: [UInt64] = [forest.behind(whole)]
    while forest.readSlice(whole) {
      behind.append(forest.behind(whole))
      let part = forest.read(of: whole)
      #expect(part.ended <= Forest(reading: whole).ended)
    }
    #expect(behind.count > 2 && behind == behind.sorted(by: >))
    #expect(behind[0] > 250_000_000_000 && forest.behind(whole) == 0)
    expectSame(forest.soFar(whole), Forest(reading: whole))
  }

  @Test func `where anything is missing at the end all is read again`() throws {
    let bytes = recording(threads: 1, seconds: 300)
    let whole = try Recording(bytes: bytes)
    var forest = GrowingForest()
    forest.read(whole)
    var damaged = bytes
    damaged[Int(whole.chunks[1].offset) + 300] ^= 0xff
    let recording = try Recording(bytes: damaged)
    let finished = forest.finish(recording)
    #expect(finished.lost > 0)
    expectSame(finished, Forest(reading: recording))
  }

  @Test func `no more is kept than was asked for, and the rest is read at the end`() throws {
    let bytes = recording(threads: 1, seconds: 300)
    let whole = try Recording(bytes: bytes)
    var forest = GrowingForest()
    let kept = whole.chunks.map { chunk in
      if let part = try? Recording(bytes: Array(bytes[..<Int(chunk.offset)])) {
        forest.read(part, most: 2000)
      }
      return forest.lifeCount
    }
    #expect(kept.contains { $0 >= 2000 })
    #expect(kept.last == kept.first { $0 >= 2000 }, "the first that is enough is the last")
    #expect(Forest(reading: whole).lives.count > 2 * (kept.last ?? .max))
    expectSame(forest.finish(whole), Forest(reading: whole))
  }

  @Test func `where the recorder has lost some it is still read a part at a time`() throws {
    var script = TraceScript()
    for round in 0..<10_000 {
      let time = Double(round) * 0.05
      let root = script.subscribe("subscribe", "a.swift:2", at: time)
      if round % 5 != 0 { script.dispose([root], .explicit, at: time + 0.03) }
    }
    let bytes = Samples.recording(script.trace)
    let chunks = try Recording(bytes: bytes).chunks
    try #require(chunks.count > 3)
    // Without its second chunk, and without the index that names it: as the recorder leaves it that gave it up.
    let (gap, index) = (chunks[1], try #require(chunks.last))
    let lossy = Array(bytes[..<Int(gap.offset)]) + bytes[Int(gap.offset + gap.length)..<Int(index.offset)]
    let first = try Recording(bytes: Array(lossy[..<Int(chunks[0].offset + chunks[0].length)]))
    let whole = try Recording(bytes: lossy)
    #expect(whole.lostCount == UInt64(gap.records))
    var forest = GrowingForest()
    for part in [first, whole] { expectSame(forest.soFar(part), Forest(reading: part)) }
  }

  @Test func `another recording of the same name begins anew, and so does what was finished`() throws {
    var header = Samples.header
    header.identity = Array(100..<116)
    var writer = RecordingWriter(header: header)
    for record in Samples.records(threads: 2, rounds: 400) { writer.append(record) }
    let other = try Recording(bytes: writer.finish())
    let whole = try Recording(bytes: recording(threads: 1, seconds: 60))
    var forest = GrowingForest()
    forest.read(other)
    expectSame(forest.finish(whole), Forest(reading: whole))
    expectSame(forest.finish(other), Forest(reading: other))
  }
}

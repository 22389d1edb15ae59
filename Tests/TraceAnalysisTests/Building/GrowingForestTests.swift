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
        left.values == right.values && left.downstream == right.downstream && left.isAlive == right.isAlive)
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

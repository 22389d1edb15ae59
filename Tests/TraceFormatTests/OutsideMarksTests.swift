import Testing
import TraceFixtures

@testable import TraceFormat

@Suite("Marks made from outside")
struct OutsideMarksTests {
  private let began = MarkSample.header.startedMonotonic

  private func open(_ marks: [UInt8]) throws -> Recording {
    try Recording(bytes: MarkSample.recording, marks: marks)
  }

  /// The times since the beginning, and the texts, of the marks of thread 0.
  private func found(_ recording: Recording) -> [(time: UInt64, text: String)] {
    recording.records.compactMap { record in
      guard case .mark(_, let text) = record.event, record.thread == .outside else { return nil }
      return (record.time - began, text)
    }
  }

  private func line(_ text: String, after time: UInt64) -> [UInt8] {
    MarkSample.line(text, at: began + time)
  }

  @Test func `are records of a thread that no process has, in the order of time among the others`() throws {
    let plain = try open([])
    let recording = try open(line("late", after: 9_000_000_000) + line("early", after: 5))
    #expect(found(recording).map(\.time) == [5, 9_000_000_000])
    #expect(found(recording).map(\.text) == ["early", "late"])
    #expect(recording.recordCount == plain.recordCount + 2 && recording.outsideMarkCount == 2)
    #expect(recording.damage.isEmpty && recording.lostCount == 0)
    let times = recording.records.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    let others = recording.records.filter { $0.thread != .outside }
    #expect(others == Array(plain.records) && recording.timeRange == plain.timeRange)
    let events = recording.records.filter { $0.thread == .outside }.map(\.event)
    #expect(events.first == .mark(Samples.event(0, 1), text: "early"))
  }

  @Test func `of an older recording with the same name are passed over, without a word`() throws {
    let recording = try open(MarkSample.marks)
    #expect(found(recording).map(\.text) == ["deploy", "a \\ b\n\u{1b}[2J é"])
    #expect(recording.damage.isEmpty)
  }

  @Test func `from before the beginning or after the end are left out, and counted`() throws {
    let end = try open([]).timeRange.upperBound - began
    let lines = MarkSample.line("before", at: began - 1) + line("first", after: 0)
    let recording = try open(lines + line("last", after: end) + line("after", after: end + 1))
    #expect(found(recording).map(\.text) == ["first", "last"])
    #expect(recording.damage.map(\.problem) == [.strayMarks(count: 2)])
    #expect(recording.damage.allSatisfy { $0.isHarmless && $0.isOfMarks })
  }

  @Test func `after the last record belong to a recording that was not ended, which reaches up to them`()
    throws
  {
    let bytes = MarkSample.recording
    let cut = Array(bytes[..<(bytes.count - 200)])
    let last = try Recording(bytes: cut, marks: []).timeRange.upperBound
    let recording = try Recording(bytes: cut, marks: MarkSample.line("now", at: last + 1000))
    #expect(!recording.isSealed && recording.timeRange.upperBound == last + 1000)
    #expect(found(recording).map(\.text) == ["now"])
  }

  @Test(
    arguments: [
      "nonsense", "mark", "mark ", "mark 00000000 x 5 y", "mark zzzzzzzz 01 5 text", "Mark 1 2 3 4",
      "mark 3f9c1a 0102030405060708090a0b0c0d0e0f10 5 text",
      "mark 00000000 0102030405060708090a0b0c0d0e0f10 5 text", "\u{0}\u{1}\u{ff}",
      "LONG",
    ])
  func `that make no sense are skipped and counted, and those around them are read`(text: String) throws {
    let text = text == "LONG" ? String(repeating: "x", count: 3_000_000) : text
    let marks = line("a", after: 1) + Array(text.utf8) + [0x0a] + line("b", after: 2)
    let recording = try open(marks)
    #expect(found(recording).map(\.text) == ["a", "b"])
    #expect(recording.damage.map(\.problem) == [.marks(damaged: 1)])
    #expect(recording.damage.allSatisfy { !$0.isHarmless && $0.isOfMarks })
  }

  @Test func `whose fields make no sense under a checksum that fits are skipped, too`() throws {
    for rest in [
      "0102030405060708090a0b0c0d0e0f10 +5 text",
      "0102030405060708090a0b0c0d0e0f10 99999999999999999999 text",
      "0102030405060708090a0b0c0d0e0f10 5", "0102 5 text", "0102030405060708090A0b0c0d0e0f10 5 text",
      "0102030405060708090a0b0c0d0e0f10 5 a\\", "0102030405060708090a0b0c0d0e0f10 5 a\\x1",
      "0102030405060708090a0b0c0d0e0f10 5 a\\xgg", "0102030405060708090a0b0c0d0e0f10 5 a\\n", "", " ",
    ] {
      let sum = String(Array(rest.utf8).withUnsafeBytes(checksum), radix: 16)
      let digits = String(repeating: "0", count: 8 - sum.count) + sum
      let recording = try open(line("a", after: 1) + Array("mark \(digits) \(rest)\n".utf8))
      #expect(found(recording).map(\.text) == ["a"], "\(rest)")
      #expect(recording.damage.map(\.problem) == [.marks(damaged: 1)], "\(rest)")
    }
  }

  @Test func `whose line was cut at any place are lost alone, also where the next one follows at once`()
    throws
  {
    let (first, second) = (line("first", after: 1), line("second", after: 2))
    for length in 0..<second.count {
      let recording = try open(first + second[..<length])
      let isThere = length == second.count - 1
      #expect(found(recording).map(\.text) == (isThere ? ["first", "second"] : ["first"]))
      #expect(recording.damage.isEmpty == (length == 0 || isThere), "\(length)")
      let next = try open(first + second[..<length] + [0x0a] + line("third", after: 3))
      #expect(found(next).map(\.text).last == "third")
    }
  }

  @Test func `in a file that holds something else are none, and the recording is read as ever`() throws {
    for bytes in ["# my notes\n", "mart", "x", "\u{89}RXT\r\n"] {
      let recording = try open(Array(bytes.utf8))
      #expect(found(recording).isEmpty && recording.damage.map(\.problem) == [.foreignMarks])
      #expect(recording.damage.allSatisfy { $0.isHarmless })
    }
  }

  @Test func `keep any text, cut like one of the program's own, in one line of plain characters`() throws {
    let texts = [
      Samples.hostile, "a\nb\r\n", "\\x41 \\\\n", "\u{7f}\u{0}\t", " leading and trailing ", "mark", "é", "",
      String(repeating: "\u{1}", count: 10_000), String(repeating: "長", count: 5000),
    ]
    var marks: [UInt8] = []
    for (number, text) in texts.enumerated() {
      let line = line(text, after: UInt64(number))
      #expect(line.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7f } && line.last == 0x0a)
      marks += line
    }
    let recording = try open(marks)
    #expect(recording.damage.isEmpty)
    for (read, text) in zip(found(recording).map(\.text), texts) {
      #expect(
        read == text || read.utf8.count <= 4096 && read.hasSuffix("…") && text.hasPrefix(read.dropLast()))
    }
    #expect(found(recording).count == texts.count)
  }

  @Test func `may be a hundred thousand`() throws {
    let marks = (0..<100_000).flatMap { line("round", after: UInt64($0)) }
    let recording = try open(marks)
    #expect(found(recording).map(\.time) == (0..<100_000).map { UInt64($0) })
    let part = recording.read((began + 10)...(began + 19)) { _, _, _ in }
    #expect(part == 10)
  }

  @Test func `stand at their moments where ticks are processor cycles`() {
    let second: UInt64 = 1_000_000_000
    let readings = [(9 * second, 5), (12 * second, 6), (14 * second, 7)].map {
      ClockMap.Reading(ticks: $0.0, nanoseconds: $0.1 * second)
    }
    for map in [
      ClockMap(readings, ticksPerSecond: 2 * second),
      ClockMap(readings.prefix(1), ticksPerSecond: 2_400_000_000), ClockMap(),
    ] {
      for time in stride(from: 4 * second, to: 9 * second, by: 99_999_989) {
        let read = map.nanoseconds(map.ticks(time))
        #expect(read >= time - 1 && read <= time + 1, "\(time) \(read)")
      }
    }
    for hostile in [0, 1, .max] as [UInt64] {
      for rate in [0, 1, .max] as [UInt64] {
        _ = ClockMap([ClockMap.Reading(ticks: hostile, nanoseconds: 7)], ticksPerSecond: rate).ticks(hostile)
      }
    }
  }
}

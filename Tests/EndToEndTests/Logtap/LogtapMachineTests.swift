import Testing

@testable import logtap

@Suite struct LogtapMachineTests {
  @Test(arguments: [1, 2, 3, 7, 1000])
  func `lines are the same in pieces of any size`(size: Int) {
    let text = Array("one\ntwo\r\n\nlast".utf8)
    var splitter = LineSplitter()
    var lines: [[UInt8]] = []
    for start in stride(from: 0, to: text.count, by: size) {
      lines += splitter.split(text[start..<min(start + size, text.count)])
    }
    #expect(lines.map { String(decoding: $0, as: UTF8.self) } == ["one", "two", ""])
    #expect(splitter.finish() == Array("last".utf8))
    #expect(splitter.finish() == nil)
  }

  @Test func `a line of a gigabyte takes no gigabyte`() {
    var splitter = LineSplitter()
    let piece = [UInt8](repeating: 0x61, count: 1 << 16)
    for _ in 0..<64 { _ = splitter.split(piece) }
    let lengths = splitter.split([0x0a]).map(\.count)
    #expect(lengths == [LineSplitter.longestLine])
  }

  @Test(
    arguments: [
      ([0, 10, 20], 20, "forwards"),
      ([100, 90, 80], 20, "backwards, as git log"),
      ([100, 90, 80, 100], 40, "there and back"),
      ([10, 8, 12, 9, 20], 10, "a little disorder takes no time"),
      ([10, 9, 8, 7, 6, 5, 4], 6, "a slow backwards log is no disorder"),
    ] as [([Int], Int, String)])
  func `a log's time is how far its entries are apart`(times: [Int], elapsed: Int, because reason: String) {
    var timeline = LogTimeline()
    for time in times { timeline.arrive(at: .seconds(time)) }
    #expect(timeline.now == .seconds(elapsed), "\(reason)")
  }

  @Test func `what was waited for in the world is not counted twice`() {
    var timeline = LogTimeline()
    timeline.arrive(at: .seconds(100))
    timeline.wait(.seconds(3))
    #expect(timeline.now == .seconds(3))
    timeline.arrive(at: .seconds(102))
    #expect(timeline.now == .seconds(3))
    timeline.arrive(at: .seconds(110))
    #expect(timeline.now == .seconds(10))
  }

  @Test func `a session opens with the first entry and after each pause`() {
    var opening = SessionOpening()
    let opens = [0, 5, 14, 24, 25].map { opening.opens(at: .seconds($0), afterIdle: .seconds(10)) }
    #expect(opens == [true, false, false, true, false])
  }

  @Test func `entries are counted between beats`() {
    var count = BeatCount()
    for time in [0, 9, 9] { count.count(at: .seconds(time)) }
    #expect(count.entries(before: .seconds(10)) == 3)
    count.count(at: .seconds(25))
    #expect(count.entries(before: .seconds(20)) == 0)
    #expect(count.entries(before: .seconds(30)) == 1)
  }

  @Test func `from a limit on, new sources share a name`() {
    var names = SourceNames(limit: 2)
    #expect(
      ["a", "b", "c", "a", "d"].map { names.sorted($0) } == [
        "a", "b", SourceNames.others, "a", SourceNames.others,
      ])
  }

  @Test(
    arguments: [
      ("90s", 90), ("5m", 300), ("2h", 7200), ("7", 7), ("0s", nil), ("-5", nil), ("x", nil), ("", nil),
      ("s", nil),
      ("99999999999999999999s", nil), ("9999999999999h", nil),
    ] as [(String, Int?)])
  func `a pause is typed with its unit`(text: String, seconds: Int?) {
    #expect(Pause(argument: text)?.duration == seconds.map { .seconds($0) })
  }
}

import Foundation
import Testing
import TraceFixtures

@testable import logtap

@Suite struct LogtapParsingTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let text: String
    let stamp: String
    let source: String
    let message: String
    var isTrouble = false

    init(_ text: String, _ stamp: String, _ source: String, _ message: String, isTrouble: Bool = false) {
      (self.text, self.stamp, self.source) = (text, stamp, source)
      (self.message, self.isTrouble) = (message, isTrouble)
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Line(
      "2026-09-22 04:45:01 install gdb:amd64 <none> 13.1", "2026-09-22 04:45:01", "gdb:amd64",
      "install gdb:amd64 <none> 13.1"),
    Line(
      "2026-09-22 04:45:01 status half-installed gdb:amd64 13.1", "2026-09-22 04:45:01", "gdb:amd64",
      "status half-installed gdb:amd64 13.1"),
    Line(
      "2026-09-22 04:45:01 startup archives unpack", "2026-09-22 04:45:01", "dpkg", "startup archives unpack"),
    Line(
      "2026-09-22 04:45:01 status installed libgpg-error-dev:amd64 1", "2026-09-22 04:45:01",
      "libgpg-error-dev:amd64", "status installed libgpg-error-dev:amd64 1"),
    Line(
      "Sep  2 04:45:01 host sshd[123]: Failed password for x", "09-02 04:45:01", "sshd",
      "Failed password for x", isTrouble: true),
    Line("Sep 22 04:45:01 host kernel: usb 1-1: new", "09-22 04:45:01", "kernel", "usb 1-1: new"),
    Line("Sep 22 04:45:01 cron[7]: (root) CMD (x)", "09-22 04:45:01", "cron", "(root) CMD (x)"),
    Line("2026-09-22T04:45:01.123456+02:00 host app[9]: ready", "2026-09-22 02:45:01", "app", "ready"),
    Line("2026-09-22T04:45:01Z host app: panic", "2026-09-22 04:45:01", "app", "panic", isTrouble: true),
    Line("2026-09-22 04:45:01,123 worker: started", "2026-09-22 04:45:01", "worker", "started"),
    Line("2026/09/22 04:45:01 server listening", "2026-09-22 04:45:01", "server", "listening"),
    Line("[2026-09-22T04:45:01-0100] [ALPM] installed x", "2026-09-22 05:45:01", "ALPM", "installed x"),
    Line("[  12.345678] usb: error -71", "up 12 s", "usb", "error -71", isTrouble: true),
    Line("1790052301 Jane Doe Fix the build", "2026-09-22 04:45:01", "Jane", "Doe Fix the build"),
    Line("1790052301\tJane Doe\tFix the build", "2026-09-22 04:45:01", "Jane Doe", "Fix the build"),
    Line("1790052301.25 probe: up", "2026-09-22 04:45:01", "probe", "up"),
    Line("1790052301250 probe up", "2026-09-22 04:45:01", "probe", "up"),
    Line(
      "update-alternatives 2026-09-22 04:45:01: run with x", "2026-09-22 04:45:01", "update-alternatives",
      "run with x"),
    Line(
      "10.0.0.7 - - [22/Sep/2026:04:45:01 +0000] \"GET /\" 200", "2026-09-22 04:45:01", "10.0.0.7",
      "\"GET /\" 200"),
    Line("  2026-09-22 04:45:01 gdb", "2026-09-22 04:45:01", "gdb", ""),
  ])
  func `a line is a time, a source and a message`(line: Line) throws {
    let entry = try #require(parse(line.text.utf8))
    #expect(entry.stamp == line.stamp)
    #expect(entry.source == line.source)
    #expect(entry.message == line.message)
    #expect(entry.isTrouble == line.isTrouble)
  }

  @Test(arguments: [
    "", " ", "hello", "hello world", "2026-09-22 04:45:01", "2026-13-22 04:45:01 x", "2026-02-29 04:45:01 x",
    "2026-09-22 24:00:00 x", "2026-09-22 04:60:00 x", "2026-09-22 4 x", "Foo 22 04:45:01 host x: y",
    "Sep 31 04:45:01 host x: y", "123 x y", "99999999999999999999 x y", "9999999999999999999 x y", "[12] x y",
    "[2026-09-22 04:45:01 x", "\t", ":", "1790052301", "1790052301x y",
  ])
  func `a line without a time or a source says nothing`(text: String) {
    #expect(parse(text.utf8) == nil)
  }

  @Test func `bytes that are no text are replaced, and long text is cut`() throws {
    let time = Array("1790052301 ".utf8)
    let foreign = [0xff, 0xfe, 0x00, UInt8(ascii: " ")] + [UInt8](repeating: 0x80, count: 10_000)
    let entry = try #require(parse(time + foreign))
    #expect(entry.source == "\u{fffd}\u{fffd}\0")
    #expect(entry.message.unicodeScalars.count == 160)
    let long = try #require(parse(time + [UInt8](repeating: 0x61, count: 100_000)))
    #expect(long.source.count == 64)
  }

  private func parse(_ line: some Sequence<UInt8>) -> Entry? {
    var parser = LineParser()
    return parser.parse(Array(line))
  }

  @Test func `any bytes at all are survived`() {
    var random = SeededRandom(seed: SeededRandom.seedOfRun)
    var parser = LineParser()
    var read = 0
    let beginnings = [
      "", "2026-09-22 04:45:01 ", "Sep 22 04:45:", "1790052301", "[", "[  1.", "2026-09-22T04:45:01+", "x [",
    ]
    for round in 0..<20_000 {
      let tail = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let digits = (0..<Int.random(in: 0...25, using: &random)).map { _ in
        UInt8.random(in: 48...57, using: &random)
      }
      let line: [UInt8] =
        Array(beginnings[round % beginnings.count].utf8) + (round % 3 == 0 ? digits : []) + tail
      guard let entry = parser.parse(line) else { continue }
      read += 1
      let which: Comment = "RXTRACE_SEED=\(SeededRandom.seedOfRun), line \(round): \(line)"
      #expect(!entry.stamp.isEmpty && !entry.source.isEmpty, which)
      #expect(entry.source.unicodeScalars.count <= LineParser.longestSource, which)
      #expect(entry.message.unicodeScalars.count <= LineParser.longestMessage, which)
    }
    #expect(read > 100)
    #expect(parser.parse(Array("1790052301 Jane Doe Fix the build".utf8))?.source == "Jane")
  }

  @Test func `a year that is not given goes on at its turn, in both directions`() {
    var parser = LineParser()
    let lines = ["Dec 31 23:59:59 host x: a", "Jan  1 00:00:01 host x: b", "Dec 31 23:59:59 host x: c"]
    let times = lines.map { parser.parse(Array($0.utf8))?.time ?? .zero }
    #expect(times[1] - times[0] == .seconds(2))
    #expect(times[2] == times[0])
  }

  @Test func `dates are those of the system`() {
    for seconds in stride(from: -70_000_000_000, through: 250_000_000_000, by: 1_234_567_891) {
      var (clock, parts) = (time_t(seconds), tm())
      gmtime_r(&clock, &parts)
      let civil = CivilTime(sinceEpoch: .seconds(seconds))
      let ours = [civil.year - 1900, civil.month - 1, civil.day, civil.hour, civil.minute, civil.second]
      let theirs: [Int32] = [
        parts.tm_year, parts.tm_mon, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
      ]
      #expect(ours == theirs.map { Int($0) })
      if civil.year > 0 { #expect(civil.sinceEpoch == .seconds(seconds)) }
    }
  }

  @Test func `text of a log cannot move the cursor`() {
    #expect("a\u{1b}[31m\u{202e}b\u{7}\u{9b}é".printable == "a\\u{1b}[31m\\u{202e}b\\u{7}\\u{9b}é")
  }
}

import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceRendering

extension AnalyzedTrace {
  /// Feedd with every name, label, file and error replaced by something that wants to do harm.
  static let hostile = AnalyzedTrace(
    Feedd.records().map { $0.madeHostile() }, began: Feedd.began, ended: Feedd.ended,
    program: "\u{1b}[2Jevil\u{7}\n" + String(repeating: "x", count: 1 << 20), file: "a b\u{1b}]0;x\u{7}'$(id)"
  )
}

let hostileTexts = [
  "\u{1b}[31mred\u{1b}[0m", "\"quoted\" \\N \\l \\\" end\\", "<b>&amp;</b> -->",
  "]]> <script>alert(1)</script>",
  "two\nlines\r\u{2028}three", "\u{202e}gnp.elif\u{2066}", "\u{9b}31m\u{90}q", "\0nul\u{feff}\u{200b}",
  String(decoding: [0xff, 0xfe, 0xc3, 0x28, 0x80] as [UInt8], as: UTF8.self), "漢字かな交じり文",
  String(repeating: "long", count: 50_000), String(repeating: "\u{301}", count: 5_000), "", " ", "%s%n{line}",
  "`|x. > }; digraph {", "\u{1b}]8;;http://evil\u{1b}\\",
]

extension TraceRecord {
  func madeHostile() -> TraceRecord {
    func text(_ salt: UInt64) -> String { hostileTexts[Int(salt % UInt64(hostileTexts.count))] }
    let event: TraceEvent =
      switch self.event {
      case .subscribed(let id, let downstream, let role, let site):
        .subscribed(
          id, downstream: downstream, role: role,
          site: Site(
            operatorName: text(id.rawValue), file: text(id.rawValue + 5) + "/" + text(id.rawValue + 9),
            line: site.line))
      case .named(let id, let owner, _): .named(id, owner: owner, label: text(id.rawValue + 3))
      case .error(let id, let event, let cause, _):
        .error(id, event: event, cause: cause, description: text(id.rawValue + 2))
      case .mark(let event, _): .mark(event, text: text(event.rawValue))
      default: self.event
      }
    return TraceRecord(time: time, thread: thread, event: event)
  }
}

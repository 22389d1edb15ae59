package import TraceAnalysis
import TraceFormat

/// `leaks --pid PID --format json`: the judgement on a process that runs.
package struct WatchJSON: Sendable {
  package var program: String
  package var process: Int32
  /// Lines about the limits of the answer.
  package var doubts: [String]

  package init(program: String, process: Int32, doubts: [String] = []) {
    (self.program, self.process, self.doubts) = (program, process, doubts)
  }

  package func write(_ watch: LivingWatch, _ verdicts: WatchVerdicts, to out: inout some TextOutputStream) {
    let words = WatchWords(watch)
    let leaks = verdicts.leaks.map { (isProven: true, leak: $0) }
    let listed = leaks + verdicts.suspects.map { (isProven: false, leak: $0) }
    let report = JSON.object([
      ("schema", "rxtrace"), ("version", .number(1)), ("report", "watch"), ("program", .text(program)),
      ("pid", .number(Int(process))), ("watched_ns", .number(watch.length)), ("looks", .number(watch.looks)),
      ("is_judged", .flag(!verdicts.isUnjudged)), ("headline", .text(words.headline(verdicts))),
      ("doubts", .list(doubts.map { .text($0) })), ("alive_at_first", .number(watch.atFirst)),
      ("begun", .number(watch.begun)), ("ended", .number(watch.gone)), ("alive", .number(watch.alive)),
      (
        "leaks",
        .list(
          listed.enumerated().map { index, each in
            Self.leak(letter(ofLeak: index), isProven: each.isProven, each.leak, words)
          })
      ),
      (
        "remarks",
        .list(
          verdicts.remarks.map { remark in
            .object([
              ("site", JSON.site(remark.site)), ("instance_count", .number(remark.count)),
              ("sentence", .text(words.remark(remark))),
            ])
          })
      ),
      ("awaited", .number(verdicts.awaited)), ("open_count", .number(verdicts.openCount)),
      ("open", .list(verdicts.open.map(Self.open))),
    ])
    report.write(to: &out)
    out.write("\n")
  }

  private static func leak(_ letter: String, isProven: Bool, _ leak: WatchedLeak, _ words: WatchWords) -> JSON
  {
    .object([
      ("letter", .text(letter)), ("kind", isProven ? "leak" : "suspect"),
      ("confidence", .text(leak.confidence.name)), ("title", .text(words.title(of: leak))),
      ("site", JSON.site(leak.site)), ("other_site", leak.other.map(JSON.site) ?? .null),
      ("subscription_count", .number(leak.members)), ("instance_count", .number(leak.count)),
      ("recent_count", .number(leak.recent)), ("ended_count", .number(leak.ended)),
      ("youngest_ns", .number(leak.ages.lowerBound)), ("oldest_ns", .number(leak.ages.upperBound)),
      ("sentences", .list(words.sentences(for: leak).map { .text($0) })),
      ("hint", .text(words.hint(for: leak))), ("path", .list(leak.path.map(step))),
    ])
  }

  private static func step(_ step: WatchedLeak.Step) -> JSON {
    let (state, site, age): (JSON, Site?, UInt64?) =
      switch step {
      case .alive(let site, let age): ("alive", site, age)
      case .gone(let site): ("gone", site, nil)
      case .endedSource(let site): ("ended-source", site, nil)
      }
    return .object([("site", site.map(JSON.site) ?? .null), ("state", state), ("age_ns", .number(age))])
  }

  private static func open(_ row: WatchVerdicts.Open) -> JSON {
    .object([
      ("site", JSON.site(row.site)), ("trees", .number(row.trees)), ("begun", .number(row.begun)),
      ("ended", .number(row.ended)), ("oldest_ns", .number(row.oldest)),
    ])
  }
}

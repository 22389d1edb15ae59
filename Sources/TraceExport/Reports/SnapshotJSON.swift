package import TraceAnalysis
import TraceFormat

/// `snapshot --format json`: how many subscriptions are alive, by call site, with a few of them.
package struct SnapshotJSON: Renderer {
  /// Whether every subscription is listed as well.
  package let listsAll: Bool

  package init(listsAll: Bool = false) { self.listsAll = listsAll }

  private struct Row {
    let site: Site
    var lives: [Life] = []
  }

  package func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let lives = trace.forest.lives.filter { trace.isSelected($0.number) }
    var rows: [Row] = []
    var places: [Site: Int] = [:]
    for life in lives {
      if let place = places[life.site] {
        rows[place].lives.append(life)
      } else {
        places[life.site] = rows.count
        rows.append(Row(site: life.site, lives: [life]))
      }
    }
    // Of as many, the ones whose first was made first.
    rows.sort { ($1.lives.count, $0.lives[0].number) < ($0.lives.count, $1.lives[0].number) }
    var members: [(name: String, value: JSON)] = [
      ("counts", .counts(trace.counts)), ("sites", .list(rows.map { Self.row($0, trace) })),
    ]
    if listsAll { members.append(("subscriptions", .list(lives.map { JSON.life($0, trace) }))) }
    JSON.report("snapshot", trace, members).write(to: &out)
    out.write("\n")
  }

  private static func row(_ row: Row, _ trace: AnalyzedTrace) -> JSON {
    func age(_ life: Life?) -> JSON {
      .number(life.map { trace.forest.ended.since($0.subscribedAt) })
    }
    return .object([
      ("site", JSON.site(row.site)), ("alive", .number(row.lives.count)),
      ("oldest_ns", age(row.lives.min { $0.subscribedAt < $1.subscribedAt })),
      ("newest_ns", age(row.lives.max { $0.subscribedAt < $1.subscribedAt })),
      ("examples", .list(row.lives.prefix(JSON.fewExamples).map { JSON.life($0, trace) })),
    ])
  }
}

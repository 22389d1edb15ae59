package import TraceAnalysis
package import TraceFormat

/// `show --format json`: single subscriptions, each with what the text says of it.
package struct ShowJSON: Renderer {
  /// The numbers of the subscriptions.
  package var numbers: [Int]
  /// Their last events, in the order of time.
  package var events: [Int: [TraceRecord]]
  /// The consequences of their events: the number of events of each other subscription.
  package var effects: [Int: [Int: Int]]

  package init(_ numbers: [Int], events: [Int: [TraceRecord]] = [:], effects: [Int: [Int: Int]] = [:]) {
    self.numbers = numbers
    self.events = events
    self.effects = effects
  }

  package func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let lives = numbers.compactMap { trace.forest[$0] }.map { json($0, trace) }
    JSON.report("show", trace, [("counts", .counts(trace.counts)), ("subscriptions", .list(lives))])
      .write(to: &out)
    out.write("\n")
  }

  private func json(_ life: Life, _ trace: AnalyzedTrace) -> JSON {
    guard case .object(let members) = JSON.life(life, trace) else { return .null }
    let forest = trace.forest
    let way = life.pathToRoot.dropFirst().map(\.number)
    let beside = life.downstream?.upstreams.filter { $0.index != life.index } ?? []
    let causes = life.causes.map { cause in
      JSON.object([
        ("id", .number(cause.life.number)), ("kind", .text("\(cause.kind)")),
        ("event", .text(cause.event.description)),
        ("time_ns", .number(cause.time.since(forest.began))),
        ("thread", .number(UInt64(cause.event.thread.rawValue))),
      ])
    }
    let led = (effects[life.number] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let effects = led.map { JSON.object([("id", .number($0.key)), ("events", .number($0.value))]) }
    let last = (events[life.number] ?? []).map { EventFields($0.event, forest).json($0, trace) }
    let owner = life.owner.map { Self.owner($0, trace) }
    let more: [(name: String, value: JSON)] = [
      ("way", .numbers(way)), ("made", .numbers(life.upstreams.map(\.number))),
      ("beside", .numbers(beside.map(\.number))),
      ("held_by", owner ?? .null), ("causes", .list(causes)), ("led_to", .list(effects)),
      ("last_events", .list(last)),
    ]
    return .object(members + more)
  }

  /// The owner of a subscription's handle.
  private static func owner(_ id: OwnerID, _ trace: AnalyzedTrace) -> JSON {
    let owner = trace.forest[owner: id]
    let began = trace.forest.began
    return .object([
      ("owner", .number(id.rawValue)), ("kind", .text(owner.map { "\($0.kind)" })),
      ("type", .text(owner?.type)), ("site", owner?.site.map(JSON.site) ?? .null),
      ("holds", .number(owner.map { UInt64($0.children) })),
      ("disposed_ns", .number(owner?.disposedAt.map { $0.since(began) })),
    ])
  }
}

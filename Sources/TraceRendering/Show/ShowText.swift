package import TraceAnalysis
package import TraceFormat

/// Single subscriptions, each with its life, its way to the root, its causes, its owner and its last events.
///
///     #20 interval(250ms)  Api.swift:58  ALIVE since 3.003 s, thread 2      in #19 ← #12 ← #11 ← #10
package struct ShowText: Renderer {
  /// The numbers of the subscriptions.
  package var numbers: [Int]
  /// Their last events, in the order of time.
  package var events: [Int: [TraceRecord]]
  /// The events that their events led to: how many, by the other subscription.
  package var effects: [Int: [Int: Int]]
  package var page: Page

  package init(
    _ numbers: [Int], events: [Int: [TraceRecord]] = [:], effects: [Int: [Int: Int]] = [:],
    on page: Page = Page()
  ) {
    self.numbers = numbers
    self.events = events
    self.effects = effects
    self.page = page
  }

  package func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    let (words, places) = (Wording(trace), Places(trace.forest))
    var shown = Set<Site>()
    for (index, life) in numbers.compactMap({ trace.forest[$0] }).enumerated() {
      if index > 0 { Line().write(on: page, to: &out) }
      for line in lines(of: life, trace, words, places, pen) { line.write(on: page, to: &out) }
      // The source of a call stands below the first of its subscriptions.
      guard shown.insert(life.site).inserted else { continue }
      let ink = VerdictMark(trace.verdicts[life.index]).ink
      for line in SourceExcerpt(life.site, ink, in: trace, places, pen)?.lines ?? [] {
        line.write(on: page, to: &out)
      }
    }
  }

  private static let mostNeighbours = 6

  private func lines(
    of life: Life, _ trace: AnalyzedTrace, _ words: Wording, _ places: Places, _ pen: Pen
  ) -> [Line] {
    let mark = VerdictMark(trace.verdicts[life.index])
    let (state, detail) = words.state(of: life)
    func moment(_ time: UInt64) -> String { words.moment(time) + " " + words.unit.name }
    let way = life.pathToRoot.dropFirst().map { "#\($0.number)" }
    var lines = pen.flow([
      pen("#\(life.number) \(words.name(of: life))", .bold, limit: 80),
      pen(places.text(life.site)),
      pen(mark.sign + (mark == .none ? "" : " ") + state + (detail ?? ""), mark.ink, limit: 120),
      pen(
        way.isEmpty
          ? "a root" : "in " + way.prefix(12).joined(separator: " ← ") + (way.count > 12 ? " …" : "")),
    ])
    lines += pen.flow([
      pen("subscribed \(moment(life.subscribedAt)) on thread \(life.thread.rawValue)"),
      pen("lived \(words.life(life)) \(words.unit.name)"),
      pen(
        (trace.forest.knowsValues ? plural(life.values, "value") : "values not recorded")
          + (life.lastValueAt.map { ", the last at \(moment($0))" } ?? "")),
      life.lateValues > 0 ? pen("\(life.lateValues) of them too late", .doubt) : Line(),
    ])
    if let owner = life.owner { lines += pen.flow([pen("held by " + Self.text(owner, trace, places, page))]) }
    if let source = life.hotSource { lines += pen.flow([pen(Self.text(source, of: life, trace))]) }
    let causes = life.causes.map { cause in
      "#\(cause.life.number) \(words.name(of: trace.forest.lives[cause.life])) \(cause.kind) at \(moment(cause.time)), thread \(cause.event.thread.rawValue)"
    }
    if !causes.isEmpty {
      lines += pen.flow([pen("caused by " + causes.joined(separator: " ← "), limit: 1000)])
    }
    let upstreams = life.upstreams.prefix(8).map { "#\($0.number)" }.joined(separator: " ")
    if !upstreams.isEmpty {
      lines.append(
        pen("made for it: \(upstreams)\(life.upstreams.count > 8 ? " … \(life.upstreams.count)" : "")"))
    }
    let led = (effects[life.number] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !led.isEmpty {
      let shown = led.prefix(Self.mostNeighbours).map { number, count in
        "#\(number) \(trace.forest[number].map(words.name) ?? "?") \(plural(count, "event"))"
      }
      lines += pen.flow(
        [pen("led to")] + shown.map { pen($0, limit: 80) }
          + [pen(led.count > shown.count ? "… \(led.count)" : "")])
    }
    let beside = life.downstream?.upstreams.filter { $0.index != life.index } ?? []
    if !beside.isEmpty {
      let shown = beside.prefix(Self.mostNeighbours).map { neighbour in
        "#\(neighbour.number) \(words.name(of: neighbour)) \(words.state(of: neighbour).0)"
      }
      lines += pen.flow(
        [pen("beside it")] + shown.map { pen($0, limit: 80) }
          + [pen(beside.count > shown.count ? "… \(beside.count)" : "")])
    }
    if let leak = trace.verdicts.leak(of: life.number) {
      lines += pen.flow([pen("\(leak.title), \(leak.confidence.name), \(leak.fingerprint)", mark.ink)])
    }
    let last = (events[life.number] ?? []).map { "\(words.moment($0.time)) \(Self.text($0.event))" }
    if !last.isEmpty { lines += pen.flow([pen("last events")] + last.map { pen($0, limit: 200) }) }
    return lines
  }

  /// Which subject, relay or property it joined, and who else did.
  private static func text(_ source: UInt64, of life: Life, _ trace: AnalyzedTrace) -> String {
    let members = trace.forest.members(ofSource: source)
    let shown = Array(
      members.lazy.filter { $0 != life.index }.prefix(mostNeighbours).map { "#\($0.number)" })
    let more = members.count - 1 - shown.count
    let last = more > 0 ? "\(more) more" : shown.last
    guard let last else { return "joined source \(source), alone" }
    let first = more > 0 ? shown : Array(shown.dropLast())
    return "joined source \(source), with "
      + (first.isEmpty ? last : first.joined(separator: ", ") + " and " + last)
  }

  /// The owner of a subscription's handle, in words.
  static func text(_ id: OwnerID, _ trace: AnalyzedTrace, _ places: Places, _ page: Page) -> String {
    guard let owner = trace.forest[owner: id] else { return "owner \(id.rawValue)" }
    let kind = owner.kind == .unknown ? "owner" : "\(owner.kind)"
    let place = owner.site.map { " of \(places.text($0))" } ?? ""
    let end = owner.disposedAt == nil ? "never disposed" : "disposed"
    return
      "\(kind) \(id.rawValue)\(owner.type.map { " (\($0))" } ?? "")\(place), which holds \(owner.children), \(end)"
  }

  private static func text(_ event: TraceEvent) -> String {
    switch event {
    case .next(_, _, _, let value): "next" + (value.map { " \"\($0)\"" } ?? "")
    case .error(_, _, _, let description): "error" + (description.map { " \"\($0)\"" } ?? "")
    case .completed: "completed"
    case .disposed(_, _, _, let reason): "disposed (\(reason))"
    case .subscribed: "subscribed"
    case .dropped(_, let kind): "dropped \(kind)"
    case .handleReleased: "handle released"
    case .released: "released"
    case .joinedSource(_, let source): "joined source \(source)"
    case .subscribedAgain: "subscribed again to its signal"
    default: "named"
    }
  }
}

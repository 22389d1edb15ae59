package import TraceFormat

/// What kernel tracers print of records: written here a second time, from the definition of the lines.
package enum TracerLines {
  /// As `record.bt` prints it. Threads of the kernel are numbered 1000 above the program's. Nil for what no probe says.
  package static func bpftrace(_ record: TraceRecord, process: UInt32 = 4711) -> String? {
    guard let words = words(record) else { return nil }
    return (["\(record.time)", "\(process)", "\(record.thread.rawValue + 1000)"] + words).joined(
      separator: "\t")
  }

  package static let start = "rxtrace-lines\t1\t1000000000000\t1795246452.000000"

  private static func words(_ record: TraceRecord) -> [String]? {
    switch record.event {
    case .subscribed(let id, let downstream, let role, let site):
      [
        "subscribed", n(id), n(downstream), n(role, site), "\(site.line)", site.operatorName, site.file,
        ".",
      ]
    case .named(let id, let owner, let label): ["named", n(id), "\(owner?.rawValue ?? 0)", label ?? "", "."]
    case .next(let id, let event, let cause, nil): ["next", n(id), n(event), n(cause)]
    case .next(let id, let event, let cause, let value?):
      ["next__value", n(id), n(event), n(cause), value, "."]
    case .error(let id, let event, let cause, let text):
      ["error", n(id), n(event), n(cause), text ?? "", "."]
    case .completed(let id, let event, let cause): ["completed", n(id), n(event), n(cause)]
    case .disposed(let id, let event, let cause, let reason):
      ["disposed", n(id), n(event), n(cause), "\(reason.rawValue)"]
    case .released(let id): ["released", n(id)]
    case .handleReleased(let id): ["handle__released", n(id)]
    case .dropped(let id, let kind): ["dropped", n(id), "\(kind.rawValue)"]
    case .overlap(let id, let other): ["overlap", n(id), "\(record.thread.rawValue)", "\(other.rawValue)"]
    case .mark(let event, let text): ["mark", n(event), text, "."]
    case .connected(let connection, let source, let count):
      ["connected", "\(connection)", n(source), "\(count)"]
    case .disconnected(let connection, let source, let count):
      ["disconnected", "\(connection)", n(source), "\(count)"]
    case .joined(let id, let connection): ["joined", n(id), "\(connection)"]
    case .childAdded(let owner, let child, let total): ["added", "\(owner.rawValue)", "\(child)", "\(total)"]
    case .childRemoved(let owner, let child, let total):
      ["removed", "\(owner.rawValue)", "\(child)", "\(total)"]
    case .ownerDisposed(let owner, let children): ["owner__disposed", "\(owner.rawValue)", "\(children)"]
    case .scheduled(let work, let scheduler, let cause, let delay, let name):
      ["scheduled", "\(work)", "\(scheduler)", n(cause), "\(delay)", name, "."]
    case .workBegan(let work, let scheduler, let name): ["began", "\(work)", "\(scheduler)", name, "."]
    case .workEnded(let work, let scheduler, let name): ["ended", "\(work)", "\(scheduler)", name, "."]
    case .workCancelled(let work, let scheduler, let name):
      ["cancelled", "\(work)", "\(scheduler)", name, "."]
    default: nil
    }
  }

  /// As `perf script` prints what `probes/perf-events` defined.
  package static func perf(_ record: TraceRecord, process: UInt32 = 4711) -> String? {
    guard let (name, arguments) = fields(record) else { return nil }
    let texts = arguments.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
    return
      "\(process)/\(record.thread.rawValue + 1000)  \(seconds(record.time)):   \(name): (55dd00) \(texts)"
  }

  /// As `perf script` prints what `perf probe` defined: arguments by number, texts as addresses.
  package static func plainPerf(_ record: TraceRecord) -> String? {
    guard let (name, arguments) = fields(record) else { return nil }
    let texts = arguments.enumerated().map { "arg\($0 + 1)=\($1.1.hasPrefix("\"") ? "94038293098" : $1.1)" }
    let thread = record.thread.rawValue + 1000
    return
      "  my app [x]  \(thread) [001] \(seconds(record.time)): sdt_\(name): (55dd00) \(texts.joined(separator: " "))"
  }

  private static func seconds(_ time: UInt64) -> String {
    let fraction = "\(1_000_000_000 + time % 1_000_000_000)".dropFirst()
    return "\(time / 1_000_000_000).\(fraction)"
  }

  private static func fields(_ record: TraceRecord) -> (String, [(String, String)])? {
    func text(_ text: String) -> String { "\"\(text)\"" }
    switch record.event {
    case .subscribed(let id, let downstream, let role, let site):
      return (
        "racsignal:subscribed",
        [
          ("subscription", n(id)), ("downstream", n(downstream)), ("role", n(role, site)),
          ("line", "\(site.line)"), ("operator_name", text(site.operatorName)), ("file", text(site.file)),
        ]
      )
    case .named(let id, let owner, let label):
      let owner = "\(owner?.rawValue ?? 0)"
      return ("racsignal:named", [("subscription", n(id)), ("owner", owner), ("label", text(label ?? ""))])
    case .next(let id, let event, let cause, nil): return ("racsignal:next", signal(id, event, cause))
    case .completed(let id, let event, let cause): return ("racsignal:completed", signal(id, event, cause))
    case .error(let id, let event, let cause, let description):
      return ("racsignal:error", signal(id, event, cause) + [("description", text(description ?? ""))])
    case .disposed(let id, let event, let cause, let reason):
      var arguments = signal(id, event, cause)
      arguments.insert(("reason", "\(reason.rawValue)"), at: 3)
      return ("racsignal:disposed", arguments)
    case .released(let id):
      return ("racsignal:released", [("subscription", n(id)), ("operator_name", text("map"))])
    case .dropped(let id, let kind):
      return (
        "racsignal:dropped",
        [("subscription", n(id)), ("kind", "\(kind.rawValue)"), ("operator_name", text("map"))]
      )
    case .joined(let id, let connection):
      return ("racsignal:joined", [("subscription", n(id)), ("connection", "\(connection)")])
    case .connected(let connection, let source, let count):
      return (
        "racsignal:connected",
        [("connection", "\(connection)"), ("source", n(source)), ("subscribers", "\(count)")]
      )
    case .mark(let event, let mark): return ("racsignal:mark", [("event", n(event)), ("text", text(mark))])
    default: return nil
    }
  }

  private static func signal(_ id: SubscriptionID, _ event: EventID, _ cause: EventID?) -> [(String, String)]
  {
    [("subscription", n(id)), ("event", n(event)), ("cause", n(cause)), ("operator_name", "\"map\"")]
  }

  private static func n(_ role: Role, _ site: Site) -> String {
    // Bit 62: the traits are said, also where there are none.
    "\(UInt64(role.rawValue) | UInt64(site.traits.rawValue) << 32 | 1 << 62)"
  }
  private static func n(_ id: SubscriptionID?) -> String { "\(id?.rawValue ?? 0)" }
  private static func n(_ event: EventID?) -> String { "\(event?.rawValue ?? 0)" }
}

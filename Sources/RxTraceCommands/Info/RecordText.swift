import TraceAnalysis
import TraceFormat
import TraceRendering

/// One record as a line: `3.003001250  t2  next  #20  2:17 <- 1:9`.
///
/// Times are seconds since the recording's start; subscriptions have the program's own numbers, unless there
/// is a forest.
struct RecordText {
  let start: UInt64
  let pen: Pen
  /// Where subscriptions are to have the numbers that drawings have.
  var forest: Forest?

  func line(_ record: TraceRecord) -> Line {
    let (word, rest) = words(record.event)
    let time = Self.seconds(from: start, to: record.time)
    return pen("\(time)  t\(record.thread.rawValue)  ") + pen(word, .bold) + pen("  ")
      + pen(rest, limit: 2000)
  }

  /// Nanoseconds are kept: records of one thread often follow each other within a microsecond.
  private static func seconds(from start: UInt64, to time: UInt64) -> String {
    let (sign, distance) = time >= start ? ("", time - start) : ("-", start - time)
    let fraction = String(distance % 1_000_000_000)
    return "\(sign)\(distance / 1_000_000_000)." + String(repeating: "0", count: 9 - fraction.count)
      + fraction
  }

  private func words(_ event: TraceEvent) -> (word: String, rest: String) {
    switch event {
    case .subscribed(let id, let downstream, let role, let site):
      return ("subscribed", "\(name(id))\(of(downstream, role))  \(Self.text(site))")
    case .aliveBefore(let id, let downstream, let role, let site, let since):
      return ("alive before", "\(name(id))\(of(downstream, role))  \(Self.text(site))  since \(since)")
    case .named(let id, let owner, let label):
      let parts = [label.map { "\"\($0)\"" }, owner.map { "owner \($0.rawValue)" }].compactMap { $0 }
      return ("named", "\(name(id))  \(parts.joined(separator: "  "))")
    case .next(let id, let event, let cause, let value):
      return ("next", "\(name(id))  \(Self.chain(event, cause))\(value.map { "  \"\($0)\"" } ?? "")")
    case .error(let id, let event, let cause, let description):
      return ("error", "\(name(id))  \(Self.chain(event, cause))\(description.map { "  \"\($0)\"" } ?? "")")
    case .completed(let id, let event, let cause):
      return ("completed", "\(name(id))  \(Self.chain(event, cause))")
    case .disposed(let id, let event, let cause, let reason):
      return ("disposed", "\(name(id))  \(Self.chain(event, cause))  \(reason)")
    case .overlap(let id, let other): return ("overlap", "\(name(id))  t\(other.rawValue) was inside")
    case .connected(let connection, let source, let subscribers):
      return ("connected", "connection \(connection)  source \(name(source))  \(subscribers) subscribers")
    case .disconnected(let connection, let source, let subscribers):
      return ("disconnected", "connection \(connection)  source \(name(source))  \(subscribers) subscribers")
    case .mark(let event, let text): return ("mark", "\(event)  \"\(text)\"")
    case .childAdded(let owner, let child, let total):
      return ("added", "owner \(owner.rawValue)  child \(child)  now \(total)")
    case .childRemoved(let owner, let child, let total):
      return ("removed", "owner \(owner.rawValue)  child \(child)  now \(total)")
    case .ownerDisposed(let owner, let children):
      return ("owner disposed", "owner \(owner.rawValue)  \(children) children")
    case .scheduled(let work, let scheduler, let cause, let delay, let name):
      let after = cause.map { "  <- \($0)" } ?? ""
      return ("scheduled", "work \(work)  on \(scheduler) \"\(name)\"  delay \(delay) ns\(after)")
    case .workBegan(let work, let scheduler, let name):
      return ("began", "work \(work)  on \(scheduler) \"\(name)\"")
    case .workEnded(let work, let scheduler, let name):
      return ("ended", "work \(work)  on \(scheduler) \"\(name)\"")
    case .workCancelled(let work, let scheduler, let name):
      return ("cancelled", "work \(work)  on \(scheduler) \"\(name)\"")
    case .owner(let owner, let kind, let type, let site):
      let parts = ["owner \(owner.rawValue)", "\(kind)", type.map { "of \($0)" }, site.map(Self.text)]
      return ("owner", parts.compactMap { $0 }.joined(separator: "  "))
    case .called(let call, let id, let site): return ("called", "\(call) of \(id)  \(Self.text(site))")
    case .waiting(let id, let input, let count):
      return ("waiting", "\(name(id))\(input > 0 ? "  input \(input)" : "")  \(count) values")
    case .counted(let id, let values): return ("counted", "\(name(id))  \(values) values")
    case .lost(let count, let since): return ("lost", "\(count) records since \(since)")
    default:
      let word = event.kind.word.split(separator: "-").joined(separator: " ")
      return (word, event.fields.compactMap(shown).joined(separator: "  "))
    }
  }

  /// A field with its name; nil where it says that there is none.
  private func shown(_ field: RecordField) -> String? {
    let content: String? =
      switch field.content {
      case .subscription(let id): id.map { name($0) }
      case .event(let event): event?.description
      case .owner(let owner): owner.map { "\($0.rawValue)" }
      case .number(let number): "\(number)"
      case .role(let role): role.kind.map { "\($0)" }
      case .word(_, let word): word
      case .text(let text): text.map { "\"\($0)\"" }
      case .site(let site): site.map { Self.text($0) }
      }
    return content.map { content in field.label.map { "\($0) \(content)" } ?? content }
  }

  private func of(_ downstream: SubscriptionID?, _ role: Role) -> String {
    guard let downstream else { return "" }
    let kind = role.kind.map { "\($0)" } ?? "role \(role.rawValue)"
    return "  for \(name(downstream)) as \(kind)\(role.number > 0 ? " \(role.number)" : "")"
  }

  private static func text(_ site: Site) -> String { "\(site.operatorName)  \(site.file):\(site.line)" }

  private func name(_ id: SubscriptionID?) -> String {
    guard let id else { return "none" }
    return forest?[id].map { "#\($0.number)" } ?? "\(id)"
  }

  private static func chain(_ event: EventID, _ cause: EventID?) -> String {
    "\(event)" + (cause.map { " <- \($0)" } ?? "")
  }
}

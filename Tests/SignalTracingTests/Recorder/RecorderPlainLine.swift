import TraceFormat

extension TraceRecord {
  /// The record as `tools/read-rxtrace` prints it.
  var plainLine: String {
    let (name, fields) = event.plainFields
    return (["\(time)", "\(thread.rawValue)", name] + fields).joined(separator: " ")
  }
}

extension TraceEvent {
  fileprivate var plainFields: (name: String, fields: [String]) {
    switch self {
    case .subscribed(let id, let downstream, let role, let site):
      ("subscribed", birth(id, downstream, role, site))
    case .aliveBefore(let id, let downstream, let role, let site, let since):
      ("aliveBefore", birth(id, downstream, role, site) + ["\(since)"])
    case .named(let id, let owner, let label):
      ("named", ["\(id.rawValue)", "\(owner?.rawValue ?? 0)", shown(label)])
    case .next(let id, let event, let cause, let value): ("next", signal(id, event, cause) + [shown(value)])
    case .error(let id, let event, let cause, let text): ("error", signal(id, event, cause) + [shown(text)])
    case .completed(let id, let event, let cause): ("completed", signal(id, event, cause))
    case .disposed(let id, let event, let cause, let reason):
      ("disposed", signal(id, event, cause) + ["\(reason.rawValue)"])
    case .released(let id): ("released", ["\(id.rawValue)"])
    case .handleReleased(let id): ("handleReleased", ["\(id.rawValue)"])
    case .dropped(let id, let kind): ("dropped", ["\(id.rawValue)", "\(kind.rawValue)"])
    case .overlap(let id, let other): ("overlap", ["\(id.rawValue)", "\(other.rawValue)"])
    case .connected(let connection, let source, let subscribers):
      ("connected", ["\(connection)", "\(source?.rawValue ?? 0)", "\(subscribers)"])
    case .disconnected(let connection, let source, let subscribers):
      ("disconnected", ["\(connection)", "\(source?.rawValue ?? 0)", "\(subscribers)"])
    case .mark(let event, let text): ("mark", ["\(event.rawValue)", shown(text)])
    case .childAdded(let owner, let child, let total):
      ("childAdded", ["\(owner.rawValue)", "\(child)", "\(total)"])
    case .childRemoved(let owner, let child, let total):
      ("childRemoved", ["\(owner.rawValue)", "\(child)", "\(total)"])
    case .ownerDisposed(let owner, let children): ("ownerDisposed", ["\(owner.rawValue)", "\(children)"])
    case .scheduled(let work, let scheduler, let cause, let delay, let name):
      ("scheduled", ["\(work)", "\(scheduler)", "\(cause?.rawValue ?? 0)", "\(delay)", shown(name)])
    case .workBegan(let work, let scheduler, let name):
      ("workBegan", ["\(work)", "\(scheduler)", shown(name)])
    case .workEnded(let work, let scheduler, let name):
      ("workEnded", ["\(work)", "\(scheduler)", shown(name)])
    case .workCancelled(let work, let scheduler, let name):
      ("workCancelled", ["\(work)", "\(scheduler)", shown(name)])
    case .lost(let count, let since): ("lost", ["\(count)", "\(since)"])
    case .owner(let owner, let kind, let type, let site):
      (
        "owner",
        ["\(owner.rawValue)", "\(kind.rawValue)", shown(type)] + (site.map(place) ?? ["-", "-", "0"])
      )
    case .ownerReleased(let owner): ("ownerReleased", ["\(owner.rawValue)"])
    case .joined(let id, let connection): ("joined", ["\(id.rawValue)", "\(connection)"])
    case .called(let call, let id, let site): ("called", ["\(call.rawValue)", "\(id)"] + place(site))
    case .waiting(let id, let input, let count): ("waiting", ["\(id.rawValue)", "\(input)", "\(count)"])
    case .counted(let id, let values): ("counted", ["\(id.rawValue)", "\(values)"])
    case .begun(let id, let event): ("begun", ["\(id.rawValue)", "\(event.rawValue)"])
    case .joinedSource(let id, let source): ("joinedSource", ["\(id.rawValue)", "\(source)"])
    case .subscribedAgain(let id, let first): ("subscribedAgain", ["\(id.rawValue)", "\(first.rawValue)"])
    }
  }

  private func birth(_ id: SubscriptionID, _ downstream: SubscriptionID?, _ role: Role, _ site: Site)
    -> [String]
  {
    ["\(id.rawValue)", "\(downstream?.rawValue ?? 0)", "\(role.rawValue)"] + place(site)
      + ["\(site.traits.rawValue)"]
  }

  private func place(_ site: Site) -> [String] {
    [shown(site.operatorName), shown(site.file), "\(site.line)"]
  }

  private func signal(_ id: SubscriptionID, _ event: EventID, _ cause: EventID?) -> [String] {
    ["\(id.rawValue)", "\(event.rawValue)", "\(cause?.rawValue ?? 0)"]
  }

  private func shown(_ text: String?) -> String {
    guard let text else { return "-" }
    var result = "\""
    for scalar in text.unicodeScalars {
      if (0x21..<0x7f).contains(scalar.value), scalar != "\"", scalar != "\\" {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\\(String(scalar.value, radix: 16));"
      }
    }
    return result + "\""
  }
}

package import TraceAnalysis
import TraceFormat

extension LeakBundle {
  /// What the leaks of a bundle have in common, in words: `Session.swift:45`, `bag (Session) of Session.swift:12`,
  /// `held by nobody`, `3f9c1a`.
  package func name(in trace: AnalyzedTrace) -> String { name(Places(trace.forest), in: .unicode) }

  func name(_ places: Places, in charset: Charset) -> String {
    switch key {
    case .site(let site): return places.text(site, in: charset)
    case .fingerprint(let fingerprint): return fingerprint.description
    case .nobody: return "held by nobody"
    case .owner(let id): return "owner \(id.rawValue)"
    case .owners(let kind, let type, let site):
      let kind = kind == .unknown ? "owner" : "\(kind)"
      let place = site.map { " of \(places.text($0, in: charset))" } ?? ""
      return "\(kind)\(type.map { " (\($0))" } ?? "")\(place)"
    }
  }

  /// `bag (Session) of Session.swift:12   2 leaks, 11 subscriptions`, above the rows of the leaks.
  func heading(_ places: Places, _ pen: Pen) -> Line {
    let counts = "\(plural(self.places.count, "leak")), \(plural(subscriptions, "subscription"))"
    let room = max(pen.page.width - counts.utf8.count - 3, 12)
    return pen(name(places, in: pen.page.charset), .bold, limit: room) + pen.spaces(3) + pen(counts)
  }
}

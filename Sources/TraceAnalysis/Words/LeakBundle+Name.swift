import TraceFormat

extension LeakBundle {
  /// The common property of a bundle's leaks, in words: `Session.swift:45`,
  /// `bag (Session) of Session.swift:12`, `held by nobody`, `3f9c1a`.
  package func name(in trace: AnalyzedTrace) -> String { name(Places(trace.forest)) }

  package func name(_ places: Places) -> String {
    switch key {
    case .site(let site): return places.text(site)
    case .fingerprint(let fingerprint): return fingerprint.description
    case .nobody: return "held by nobody"
    case .owner(let id): return "owner \(id.rawValue)"
    case .owners(let kind, let type, let site):
      let kind = kind == .unknown ? "owner" : "\(kind)"
      let place = site.map { " of \(places.text($0))" } ?? ""
      return "\(kind)\(type.map { " (\($0))" } ?? "")\(place)"
    }
  }
}

import TraceAnalysis

extension LeakBundle {
  /// `bag (Session) of Session.swift:12   2 leaks, 11 subscriptions`, above the rows of the leaks.
  func heading(_ places: Places, _ pen: Pen) -> Line {
    let counts = "\(plural(self.places.count, "leak")), \(plural(subscriptions, "subscription"))"
    let room = max(pen.page.width - counts.utf8.count - 3, 12)
    return pen(name(places), .bold, limit: room) + pen.spaces(3) + pen(counts)
  }
}

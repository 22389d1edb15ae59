/// One way to look for breaks. Rules whose breaks come from one look at the lives share a search.
struct Search: Sendable {
  /// When the breaks of a search may claim lives.
  enum Phase: Int, Comparable, Sendable {
    /// An event on record should have ended the life.
    case proof
    /// Nobody has the handle. A life that a stop in its place would have ended needs no handle, so the stops come first.
    case handle
    /// Ever more of a kind, as far as no break has claimed them.
    case growth
    /// Only the comparison with others of the kind speaks for it.
    case comparison

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  let name: String
  let phase: Phase
  /// The searches whose breaks claim lives before those of this one, if they are as sure. A search yields to the ones that
  /// these yield to as well.
  ///
  /// Two breaks can be in one tree. The first one then tells of everything upstream of it, and the second one tells of the rest.
  /// So nearly every search has a place in one row. Only where no tree holds breaks of both, two searches have no order.
  let yieldsTo: [Search]
  let find: @Sendable (Facts, Judgement) -> SearchResult

  /// - Parameter find: gets the facts, and the judgement of the phases before.
  init(
    _ name: String, in phase: Phase = .proof, yieldsTo: [Search] = [],
    find: @escaping @Sendable (Facts, Judgement) -> SearchResult
  ) {
    self.name = name
    self.phase = phase
    self.yieldsTo = yieldsTo
    self.find = find
  }
}

/// The breaks that a search has found, and the lives that it excuses.
struct SearchResult: Sendable {
  var breaks: [Break]
  var excuses: [Excuse] = []

  init(_ breaks: [Break] = []) { self.breaks = breaks }
}

/// Why lives are no leak although their downstream is gone.
struct Excuse: Sendable {
  /// The life that is excused, with everything alive upstream of it.
  let top: LifeIndex
  let reason: Verdict.Reason
}

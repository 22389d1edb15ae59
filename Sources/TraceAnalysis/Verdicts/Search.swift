/// One way to look for breaks. Rules whose breaks come from one look at the lives share a search.
struct Search: Sendable {
  /// When the breaks of a search may claim lives.
  enum Phase: Int, Comparable, Sendable {
    /// An event on record should have ended the life.
    case proof
    /// Nobody has the handle. A life that a stop in its place would have ended needs no handle, so the stops
    /// come first.
    case handle
    /// Ever more of a kind, as far as no break has claimed them.
    case growth
    /// Only the comparison with others of the kind speaks for it.
    case comparison

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  let name: String
  let phase: Phase
  /// The breaks of these searches claim lives before breaks of this one that are as sure. A search also
  /// yields to every search that these yield to.
  ///
  /// Two breaks may lie in one tree. The first one then takes everything upstream of it, and the second one
  /// takes the rest. So nearly all searches stand in one row. Two have no order only where a life of one is
  /// never a life of the other.
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

/// The breaks and the excused lives of a search, and its reasons to let other lives be.
struct SearchResult: Sendable {
  var breaks: [Break]
  var excuses: [Excuse] = []
  var acquittals: Acquittals

  init(_ breaks: [Break] = [], acquitting acquittals: Acquittals = Acquittals(isAsked: false)) {
    self.breaks = breaks
    self.acquittals = acquittals
  }

  /// An empty one, which gathers acquittals if somebody asks for them.
  init(of facts: Facts) { self.init(acquitting: Acquittals(isAsked: facts.explains)) }
}

/// Why lives are no leak although their downstream is gone.
struct Excuse: Sendable {
  /// The life that is excused, with everything alive upstream of it.
  let top: LifeIndex
  let reason: Verdict.Reason
  /// The rule that excuses it, and its evidence.
  let rule: Leak.Reason
  let evidence: any Evidence
}

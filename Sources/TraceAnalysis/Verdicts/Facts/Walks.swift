internal import TraceFormat

/// Ways from one life to the next.
extension Life {
  /// The lives from this one on, each the one that `next` gives for the life before: at most `limit`, this
  /// one included.
  func way(limit: Int = .max, _ next: @escaping (Life) -> Life?) -> PrefixSequence<UnfoldFirstSequence<Life>>
  {
    sequence(first: self, next: next).prefix(limit)
  }

  /// The first upstream that is a source of this operator, and no inner or control signal.
  var firstSource: Life? { upstreams.first { $0.role.kind == .source } }

  /// The first upstream that carries data.
  var firstWithData: Life? { upstreams.first(where: \.carriesData) }

  /// The lives at the upper ends of all ways upstream that lead through lives that `isIncluded` selects. A
  /// life without such upstreams is an end itself. Of very many lives, only some.
  ///
  /// - Parameters:
  ///   - steps: So many lives are looked at.
  ///   - width: So many upstreams of each of them are followed.
  func upperEnds(steps: Int, width: Int, where isIncluded: (Life) -> Bool) -> [Life] {
    var (rest, ends, taken) = ([self], [Life](), 0)
    while let next = rest.popLast(), taken < steps {
      taken += 1
      let upstreams = next.upstreams.filter(isIncluded)
      if upstreams.isEmpty { ends.append(next) }
      rest += upstreams.prefix(width)
    }
    return ends
  }
}

internal import TraceFormat

extension Facts {
  private static let fewest = 3
  private static let reach = 16

  /// The operator of two inputs that keeps each of a kind alive for one of them, although the other one has completed.
  struct OutlivedInput {
    /// Of the first of the kind that is alive.
    let gathering: Life
    let completed: Life
    let alive: Life

    var evidence: Evidence {
      .inputCompleted(of: gathering.index, input: completed.index, other: alive.index)
    }
  }

  func endOther(_ outlived: OutlivedInput) -> Leak.Hint {
    .endOtherInput(site: outlived.gathering.site, input: outlived.alive.site)
  }

  /// Where one source of what gathers completes in every one of a kind, and what gathers lives on with the only other one, that
  /// is why none of them ends.
  func outlivedInput(of kind: Kind) -> OutlivedInput? {
    let living = kind.members.map { forest.lives[$0] }.filter(\.isAlive)
    guard living.count >= Self.fewest, let first = living.first.flatMap({ outlivedInput(of: $0) }) else {
      return nil
    }
    let site = first.gathering.entryIndex
    // The last may not be so far.
    let isSo = living.dropLast().allSatisfy { life in
      outlivedInput(of: life).map { $0.gathering.entryIndex == site } ?? false
    }
    return isSo ? first : nil
  }

  private func outlivedInput(of part: Life) -> OutlivedInput? {
    var (next, steps): (Life?, Int) = (part, 0)
    while let life = next, steps < Self.reach {
      steps += 1
      let sources = life.upstreams.filter { $0.role.kind == .source }
      if sources.count > 1 {
        guard sources.count == 2, life.traits.isDisjoint(with: .restarts),
          let completed = sources.first(where: { $0.ending?.kind == .completed }),
          let alive = sources.first(where: \.isAlive),
          // What was begun after the other's end is the next one, and was not heard beside it.
          let ended = completed.endedAt, alive.subscribedAt < ended
        else { return nil }
        return OutlivedInput(gathering: life, completed: completed, alive: alive)
      }
      next = sources.count == 1 ? sources[0] : nil
    }
    return nil
  }
}

internal import TraceFormat

extension Judge {
  private static let fewest = 3
  private static let reach = 16

  /// The operator of two inputs that keeps each of a kind alive for one of them, although the other one has completed.
  struct OutlivedInput {
    /// Indices of lives, of the first of the kind that is alive.
    let gathering: Int
    let completed: Int
    let alive: Int

    var evidence: Evidence { .inputCompleted(of: gathering + 1, input: completed + 1, other: alive + 1) }
  }

  func endOther(_ outlived: OutlivedInput) -> Leak.Hint {
    .endOtherInput(site: forest.lives[outlived.gathering].site, input: forest.lives[outlived.alive].site)
  }

  /// Where one source of what gathers completes in every one of a kind, and what gathers lives on with the only other one, that
  /// is why none of them ends.
  func outlivedInput(of kind: Kind) -> OutlivedInput? {
    let living = kind.members.filter { forest.lives[$0].isAlive }
    guard living.count >= Self.fewest, let first = living.first.flatMap({ outlivedInput(of: $0) }) else {
      return nil
    }
    let site = forest.lives[first.gathering].entryIndex
    // The last may not be so far.
    let isSo = living.dropLast().allSatisfy { index in
      outlivedInput(of: index).map { forest.lives[$0.gathering].entryIndex == site } ?? false
    }
    return isSo ? first : nil
  }

  private func outlivedInput(of index: Int) -> OutlivedInput? {
    var (next, steps): (Int?, Int) = (index, 0)
    while let current = next, steps < Self.reach {
      steps += 1
      let life = forest.lives[current]
      let sources = life.upstreams.filter { forest.lives[$0 - 1].role.kind == .source }
      if sources.count > 1 {
        guard sources.count == 2, life.traits.isDisjoint(with: .restarts),
          let completed = sources.first(where: { forest.lives[$0 - 1].ending?.kind == .completed }),
          let alive = sources.first(where: { forest.lives[$0 - 1].isAlive }),
          // What was begun after the other's end is the next one, and was not heard beside it.
          let ended = forest.lives[completed - 1].endedAt, forest.lives[alive - 1].subscribedAt < ended
        else { return nil }
        return OutlivedInput(gathering: current, completed: completed - 1, alive: alive - 1)
      }
      next = sources.count == 1 ? sources[0] - 1 : nil
    }
    return nil
  }
}

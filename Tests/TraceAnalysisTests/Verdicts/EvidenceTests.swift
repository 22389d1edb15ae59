import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Every claim of a verdict holds in the trace, for every instance that it stands under.
struct EvidenceTests {
  private func check(_ forest: Forest, _ verdicts: Verdicts) {
    for leak in verdicts.leaks + verdicts.suspects {
      #expect(leak.cases.count >= 1)
      for each in leak.cases {
        #expect(!each.evidence.isEmpty, "\(leak.reason) is told without evidence")
        for evidence in each.evidence {
          #expect(evidence.isTrue(of: each.life, in: forest), "\(leak.reason): \(evidence) of #\(each.life)")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `All that is said of the quote server is so`(repaired: Bool) {
    let forest = Feedd.records(repaired: repaired).forest(ended: Feedd.ended)
    check(forest, Verdicts(forest))
  }

  @Test func `What an owner is said to hold, it holds, and what was let go was let go`() throws {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    let bag = try #require(OwnerID(900))
    for second in 1...9 {
      let time = Double(second)
      script.next([clock], at: time - 0.1)
      let kept = script.subscribe("subscribe", "a.swift:2", at: time)
      script.add(.named(kept, owner: bag, label: nil), time)
      script.add(.childAdded(bag, child: kept.rawValue, total: UInt64(second)), time)
      let lost = script.subscribe("subscribe", "a.swift:3", at: time)
      script.add(.handleReleased(lost), time)
      let closed = script.subscribe("subscribe", "a.swift:4", at: time)
      script.dispose([closed], .explicit, at: time + 0.5)
    }
    script.next([clock], at: 9.8)
    let forest = script.forest(ended: 10)
    let verdicts = Verdicts(forest)
    #expect(verdicts.leaks.count + verdicts.suspects.count == 2)
    check(forest, verdicts)
  }
}

extension Evidence {
  fileprivate func isTrue(of number: Int, in forest: Forest) -> Bool {
    switch self {
    case .subscriberGone(let life, let time):
      forest[number]?.downstream?.index == life && forest[life]?.endedAt == time
        && forest[number]?.isAlive == true
    case .fedItsSubscriber(let life): forest[life]?.values ?? 0 > 0 && forest[life]?.role.kind == .nested
    case .droppedThere(let life, let values): values > 0 && forest[life]?.droppedValues ?? 0 >= values
    case .straysAfterEnd(let life, let values, let last):
      forest[life]?.droppedValues ?? 0 >= values && forest[life]?.endedAt ?? .max < last
    case .stopFired(let stopped, let stopper, let time):
      forest[stopped]?.ending?.kind == .completed && forest[stopped]?.stoppedBy == stopper
        && forest[stopped]?.stoppedAt == time
    case .begunAfterStop(let count, let first):
      count > 0 && forest[first]?.downstream?.site.traits.contains(.flattens) == true
    case .endUnheard(let life):
      forest[life]?.handleReleasedAt != nil && forest[life]?.site.traits.contains(.unheardEnd) == true
    case .stopUndone(let restarter, let again): forest[again]?.downstream?.index == restarter
    case .stopLost(let failed, let restarter, let time):
      forest[failed]?.ending?.kind == .error && forest[failed]?.endedAt == time
        && forest[restarter]?.isAlive == true
    case .stopHadCome(let stopper, let control, let time):
      forest[control]?.downstream?.index == stopper && forest[control]?.subscribedAt ?? 0 > time
        && forest[control]?.values == 0
    case .endNotPassedOn(let life, let inner, let hasFailed, let time, let count):
      count > 0 && forest[inner]?.downstream?.index == life && forest[inner]?.endedAt == time
        && (forest[inner]?.ending?.kind == .error) == hasFailed
        && forest[life].map { $0.ending == nil } == true
    case .siblingsStopped(let count, let first):
      count > 0 && forest[first]?.stoppedBy != nil && forest[first]?.site == forest[number]?.site
    case .otherBranchAlive(let life, let branch):
      forest[branch]?.downstream?.index == life && forest[branch]?.isAlive == true
    case .handleLetGo(let life, let time):
      forest[life]?.handleReleasedAt == time && forest[life]?.isAlive == true
    case .handleReplaced(let life, let successor, let time):
      forest[life]?.handleReleasedAt == time && forest[successor]?.site == forest[life]?.site
        && forest[successor]?.subscribedAt ?? .max <= time
    case .siblingsDisposed(let count, let first):
      count > 0 && forest[first]?.disposal != nil && forest[first]?.site == forest[number]?.site
    case .neighbourDisposed(let life, let line):
      forest[life]?.isAlive == false && forest[life]?.site.line == line
        && forest[life]?.site.file == forest[number]?.site.file
    case .kinDisposed(let count, let first): count > 0 && forest[first]?.disposal != nil
    case .othersLeft(let count, let first): count > 0 && forest[first]?.isAlive == false
    case .grownByRounds(let growth): forest.marks.count { $0.text == growth.text } >= growth.rounds
    case .outlivedSiblings(let age, let longest, let ended):
      ended > 0 && age > longest && forest[number].map { forest.duration(of: $0) } == age
    case .unanswered(let life, let age, let longest, let ended):
      ended > 0 && age > longest
        && forest[life].map { forest.duration(of: $0) == age && $0.values == 0 && !$0.isAlive } ?? false
    case .letNothingThrough(let life, let values):
      forest[life].map { $0.values == 0 && forest.upstreams(of: $0).first?.values == values } ?? false
    case .startedAgain(let starts, let ended), .startedUntilTheEnd(let starts, let ended):
      forest.lives.count { $0.site == forest[number]?.site } >= starts && ended <= starts
    case .innersAlive(let life, let alive, let count):
      forest[life].map { forest.upstreams(of: $0).filter { $0.role.kind == .inner } }
        .map { $0.count == count && $0.count(where: \.isAlive) == alive } ?? false
    case .inputCompleted(let life, let input, let other):
      forest[input]?.downstream?.index == life && forest[input]?.ending?.kind == .completed
        && forest[other]?.downstream?.index == life && forest[other]?.isAlive == true
    case .removed(let life, _, _, _): forest[life]?.owner == nil && forest[life]?.isAlive == true
    case .ownerDisposed(let owner, let time), .formerOwnerDisposed(let owner, let time):
      forest[owner: owner]?.disposedAt == time
    case .ownerFreed(let owner, _, let time): forest[owner: owner]?.releasedAt == time
    case .heldBy(let owner, let children, _, _):
      forest[number]?.owner == owner && forest[owner: owner]?.children == children
        && forest[owner: owner]?.disposedAt == nil
    case .heldUntilTheEnd(let owner, let children, _, let site):
      forest[owner: owner].map { $0.site == site && $0.peak == children && $0.disposedAt != nil } ?? false
    case .heldByManyUntilTheEnd(let count, _, let site):
      Set(forest.lives.filter { $0.site == forest[number]?.site }.compactMap(\.owner)).count == count
        && forest[number]?.owner.flatMap { forest[owner: $0] }.map { $0.site == site && $0.disposedAt != nil }
          ?? false
    case .eachHeldByItsOwn: forest[number]?.owner != nil
    case .nestedInItself(let life, let depth): depth > 1 && forest[life] != nil
    case .deeperEachTime(let life, let site, let depth, let count):
      forest[life]?.isAlive == true && forest.lives.count { $0.site == site && $0.isAlive } >= depth
        && count > 1
    case .receiverDisposed(let receiver, let site, let time):
      forest[receiver]?.site == site && forest[receiver]?.endedAt == time
    case .begunDuring(let root, let receiver, let site):
      forest[root]?.begunWithin == receiver && forest[receiver]?.site == site
    case .begunWithinItself(let life, let depth): depth > 1 && forest[life]?.isAlive == true
    case .connectionIdle(let life, _):
      forest[life]?.isAlive == true
        && forest.connections.contains {
          $0.source == life && $0.members.allSatisfy { forest[$0]?.isAlive == false }
        }
    case .endedWithProgram(let life, let time): forest[life]?.endedAt == time
    case .droppedOfUnknown(let life, let values, let sender):
      forest[life]?.isAlive == false && forest[sender]?.downstream?.index == life
        && forest[life]?.droppedValues == values
    case .differs(.thread(let thread)):
      forest.lives.allSatisfy { $0.site != forest[number]?.site || ($0.thread == thread) == $0.isAlive }
    case .differs(.owner(_, let site)):
      forest[number]?.owner.flatMap { forest[owner: $0] }?.site == site
    case .putAwayAtEnd(let count, let time): count > 0 && forest[number]?.endedAt == time
    }
  }
}

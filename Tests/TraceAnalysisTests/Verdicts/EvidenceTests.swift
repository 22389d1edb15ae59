import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Every claim of a verdict holds in the trace, for every instance that it stands under.
struct EvidenceTests {
  private func check(_ forest: Forest, _ verdicts: Verdicts) {
    for leak in verdicts.leaks + verdicts.suspects {
      #expect(leak.cases.count >= 1)
      for each in leak.cases {
        #expect(!each.evidence.isEmpty, "\(leak.reason) is told without evidence")
        for evidence in each.evidence {
          #expect(isTrue(evidence, of: each.life, in: forest), "\(leak.reason): \(evidence) of #\(each.life)")
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

/// Whether a piece of evidence holds of the life with this number.
private func isTrue(_ evidence: any Evidence, of number: Int, in forest: Forest) -> Bool {
  switch evidence {
  case let one as SubscriberGone:
    forest[number]?.downstream?.index == one.life && forest[one.life]?.endedAt == one.time
      && forest[number]?.isAlive == true
  case let one as FedItsSubscriber:
    forest[one.life]?.values ?? 0 > 0 && forest[one.life]?.role.kind == .nested
  case let one as DroppedThere:
    one.values > 0 && forest[one.life]?.droppedValues ?? 0 >= one.values
  case let one as StraysAfterEnd:
    forest[one.life]?.droppedValues ?? 0 >= one.values && forest[one.life]?.endedAt ?? .max < one.last
  case let one as StopFired:
    forest[one.stopped]?.ending?.kind == .completed && forest[one.stopped]?.stoppedBy == one.control
      && forest[one.stopped]?.stoppedAt == one.time
  case let one as StartsAfterStop:
    one.count > 0 && forest[one.first]?.downstream?.site.traits.contains(.flattens) == true
  case let one as EndUnheard:
    forest[one.life]?.handleReleasedAt != nil && forest[one.life]?.site.traits.contains(.unheardEnd) == true
  case let one as SubscribedAgain:
    forest[one.again]?.downstream?.index == one.restarter
  case let one as FailedWithItsStop:
    forest[one.failed]?.ending?.kind == .error && forest[one.failed]?.endedAt == one.time
      && forest[one.restarter]?.isAlive == true
  case let one as StopHadCome:
    forest[one.control]?.downstream?.index == one.stopper && forest[one.control]?.subscribedAt ?? 0 > one.time
      && forest[one.control]?.values == 0
  case let one as EndUntold:
    one.count > 0 && forest[one.inner]?.downstream?.index == one.life
      && forest[one.inner]?.endedAt == one.time
      && (forest[one.inner]?.ending?.kind == .error) == one.hasFailed
      && forest[one.life].map { $0.ending == nil } == true
  case let one as SiblingsStopped:
    one.count > 0 && forest[one.first]?.stoppedBy != nil && forest[one.first]?.site == forest[number]?.site
  case let one as OtherBranchAlive:
    forest[one.branch]?.downstream?.index == one.life && forest[one.branch]?.isAlive == true
  case let one as HandleLetGo:
    forest[one.life]?.handleReleasedAt == one.time && forest[one.life]?.isAlive == true
  case let one as HandleOverwritten:
    forest[one.life]?.handleReleasedAt == one.time && forest[one.successor]?.site == forest[one.life]?.site
      && forest[one.successor]?.subscribedAt ?? .max <= one.time
  case let one as SiblingsDisposed:
    one.count > 0 && forest[one.first]?.disposal != nil && forest[one.first]?.site == forest[number]?.site
  case let one as NeighbourDisposed:
    forest[one.life]?.isAlive == false && forest[one.life]?.site.line == one.line
      && forest[one.life]?.site.file == forest[number]?.site.file
  case let one as KinDisposed:
    one.count > 0 && forest[one.first]?.disposal != nil
  case let one as OthersLeft:
    one.count > 0 && forest[one.first]?.isAlive == false
  case let one as GrownByRounds:
    forest.marks.count { $0.text == one.growth.text } >= one.growth.rounds
  case let one as OutlivedSiblings:
    one.ended > 0 && one.age > one.longest && forest[number].map { forest.duration(of: $0) } == one.age
  case let one as LeftUnanswered:
    one.ended > 0 && one.age > one.longest
      && forest[one.life].map { forest.duration(of: $0) == one.age && $0.values == 0 && !$0.isAlive } ?? false
  case let one as LetNothingThrough:
    forest[one.life].map { $0.values == 0 && forest.upstreams(of: $0).first?.values == one.values } ?? false
  case let one as StartedAgain:
    forest.lives.count { $0.site == forest[number]?.site } >= one.starts && one.ended <= one.starts
  case let one as StartedUntilTheEnd:
    forest.lives.count { $0.site == forest[number]?.site } >= one.starts && one.ended <= one.starts
  case let one as InnersAlive:
    forest[one.life].map { forest.upstreams(of: $0).filter { $0.role.kind == .inner } }
      .map { $0.count == one.count && $0.count(where: \.isAlive) == one.alive } ?? false
  case let one as InputCompleted:
    forest[one.input]?.downstream?.index == one.gathering && forest[one.input]?.ending?.kind == .completed
      && forest[one.other]?.downstream?.index == one.gathering && forest[one.other]?.isAlive == true
  case let one as RemovedFromOwner:
    forest[one.life]?.owner == nil && forest[one.life]?.isAlive == true
  case let one as OwnerWasDisposed:
    forest[owner: one.owner]?.disposedAt == one.time
  case let one as FormerOwnerDisposed:
    forest[owner: one.owner]?.disposedAt == one.time
  case let one as OwnerWasFreed:
    forest[owner: one.owner]?.releasedAt == one.time
  case let one as HeldBy:
    forest[number]?.owner == one.owner && forest[owner: one.owner]?.children == one.children
      && forest[owner: one.owner]?.disposedAt == nil
  case let one as HeldUntilTheEnd:
    forest[owner: one.owner].map { $0.site == one.site && $0.peak == one.children && $0.disposedAt != nil }
      ?? false
  case let one as HeldByManyUntilTheEnd:
    Set(forest.lives.filter { $0.site == forest[number]?.site }.compactMap(\.owner)).count == one.count
      && forest[number]?.owner.flatMap { forest[owner: $0] }.map {
        $0.site == one.site && $0.disposedAt != nil
      }
        ?? false
  case is EachHeldByItsOwn:
    forest[number]?.owner != nil
  case let one as NestedDeep:
    one.depth > 1 && forest[one.life] != nil
  case let one as DeeperEachTime:
    forest[one.life]?.isAlive == true && forest.lives.count { $0.site == one.site && $0.isAlive } >= one.depth
      && one.count > 1
  case let one as ReceiverDisposed:
    forest[one.receiver]?.site == one.site && forest[one.receiver]?.endedAt == one.time
  case let one as BegunDuring:
    forest[one.root]?.begunWithin == one.receiver && forest[one.receiver]?.site == one.site
  case let one as BegunWithinItself:
    one.depth > 1 && forest[one.life]?.isAlive == true
  case let one as ConnectionIdle:
    forest[one.life]?.isAlive == true
      && forest.connections.contains {
        $0.source == one.life && $0.members.allSatisfy { forest[$0]?.isAlive == false }
      }
  case let one as ConnectionsRunOut:
    forest[one.life]?.isAlive == true && forest[one.first]?.ending?.kind == .completed
      && forest.connections.contains { connection in
        connection.source == one.first
          && connection.members.compactMap { forest[$0]?.endedAt }.max().map { left in
            (forest[one.first]?.lastValueAt ?? 0) - left == one.idle
          } ?? false
      }
  case let one as EndedWithProgram:
    forest[one.life]?.endedAt == one.time
  case let one as DroppedOfUnknown:
    forest[one.life]?.isAlive == false && forest[one.sender]?.downstream?.index == one.life
      && forest[one.life]?.droppedValues == one.values
  case let one as LivingDiffer:
    switch one.difference {
    case .thread(let thread):
      forest.lives.allSatisfy { $0.site != forest[number]?.site || ($0.thread == thread) == $0.isAlive }
    case .owner(_, let site):
      forest[number]?.owner.flatMap { forest[owner: $0] }?.site == site
    }
  case let one as PutAwayWithProgram:
    one.count > 0 && forest[number]?.endedAt == one.time
  default: false
  }
}

package import TraceFormat

/// A bag or composite that takes more and more, and hardly lets anything go.
package struct GrowingOwner: Finding {
  package static let check = "growing-owner"
  private static let many: UInt64 = 100

  package static let description = RuleDescription(
    ofCheck: check, title: "an owner only takes",
    claim: "A bag or a composite takes more and more, and hardly lets anything go.",
    needs: """
      An owner that was not disposed, and that holds many disposables: as many as it ever held.
      It was filled over a longer time than the settle time.
      """,
    excuses: """
      An owner that is filled at once, as a program or a screen begins.
      An owner that lets go of a tenth or more.
      """,
    thresholds: [
      .count("fewest disposables", many, "A screen hardly consists of so many.")
    ],
    faulty: .text(
      """
      A bag of the whole program is given one subscription for each request, hundreds of them, and is \
      never emptied.
      """),
    healthy: .program(
      "Healthy/CompletedInBag",
      "All that a bag was given has ended by itself, and the bag lets go of it in time."))

  package let site: Site
  package let name: String
  package let lives: [Int]
  package let owner: OwnerID
  package let children: UInt64
  package let removed: UInt64
  /// The name of the type of the object that it belongs to, as the program gave it.
  package let type: String?
  /// The first subscription that it holds, where the owner itself has a line.
  package let first: Site?

  package static func find(in forest: Forest, _ verdicts: Verdicts) -> [GrowingOwner] {
    forest.owners.compactMap { owner in
      guard owner.disposedAt == nil, owner.children >= many, owner.children == owner.peak,
        owner.removed < owner.added / 10, isFilledOverTime(owner, forest, verdicts)
      else { return nil }
      let first = owner.lives.first.map { forest.lives[$0] }
      return GrowingOwner(
        site: owner.site ?? first?.site ?? .unknown,
        name: owner.site?.operatorName ?? first?.name ?? Site.unknown.operatorName,
        lives: owner.lives.map(\.number), owner: owner.id, children: owner.children, removed: owner.removed,
        type: owner.type, first: owner.site == nil ? nil : first?.site)
    }
  }

  /// An owner that is filled once, when a program or a screen begins, does not grow.
  private static func isFilledOverTime(_ owner: Owner, _ forest: Forest, _ verdicts: Verdicts) -> Bool {
    guard let first = owner.lives.first, let last = owner.lives.last else { return true }
    let (start, end) = (forest.lives[first].subscribedAt, forest.lives[last].subscribedAt)
    return owner.lives.count == 1 || end > start && end - start > verdicts.settle
  }

  package var sentence: Sentence {
    let taken: Sentence = "has taken \(children, "disposable") and let \(count: removed) go"
    guard let first else { return "its holder " + taken }
    let whose: Sentence = type.map { "the holder of \(quoted: $0) " } ?? "it "
    return whose + taken + ", first the one of \(site: first)"
  }

  package static func summary(_ findings: [GrowingOwner]) -> Sentence {
    "\(findings.count, "owner") only taking, never letting go"
  }
}

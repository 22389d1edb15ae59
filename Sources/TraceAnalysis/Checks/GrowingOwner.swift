public import TraceFormat

/// A bag or composite that takes more and more, and hardly lets anything go.
public struct GrowingOwner: Finding {
  public static let check = "growing-owner"
  private static let many: UInt64 = 100

  public let site: Site
  public let name: String
  public let lives: [Int]
  public let owner: OwnerID
  public let children: UInt64
  public let removed: UInt64

  public static func find(in forest: Forest, _ verdicts: Verdicts) -> [GrowingOwner] {
    forest.owners.compactMap { owner in
      guard owner.disposedAt == nil, owner.children >= many, owner.children == owner.peak,
        owner.removed < owner.added / 10, isFilledOverTime(owner, forest, verdicts)
      else { return nil }
      let first = owner.lives.first.flatMap { forest[$0] }
      return GrowingOwner(
        site: first?.site ?? .unknown, name: first?.name ?? Site.unknown.operatorName, lives: owner.lives,
        owner: owner.id, children: owner.children, removed: owner.removed)
    }
  }

  /// What is filled once, when a program or a screen begins, does not grow.
  private static func isFilledOverTime(_ owner: Owner, _ forest: Forest, _ verdicts: Verdicts) -> Bool {
    guard let first = owner.lives.first, let last = owner.lives.last,
      let start = forest[first]?.subscribedAt, let end = forest[last]?.subscribedAt
    else { return true }
    return owner.lives.count == 1 || end > start && end - start > verdicts.settle
  }

  public var sentence: Sentence {
    "what holds it has taken \(children, "disposable") and let \(count: removed) go"
  }

  public static func summary(_ findings: [GrowingOwner]) -> Sentence {
    "\(findings.count, "owner") only taking, never letting go"
  }
}

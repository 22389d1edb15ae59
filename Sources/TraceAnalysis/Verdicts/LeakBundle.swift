package import TraceFormat

/// How leaks are put together in lists.
public enum LeakGrouping: String, CaseIterable, Sendable {
  case site, owner, fingerprint
}

/// Leaks that have a place, an owner or a fingerprint in common.
package struct LeakBundle: Sendable {
  /// The property that the leaks have in common.
  package enum Key: Hashable, Sendable {
    case site(Site)
    /// Most instances of the leak are held by owners of one kind, type and line; or by one of which only the
    /// number is known.
    case owners(OwnerKind, type: String?, site: Site?)
    case owner(OwnerID)
    case nobody
    case fingerprint(Fingerprint)
  }

  package let key: Key
  /// Their places in the list that was put into bundles.
  package private(set) var places: [Int] = []
  package private(set) var subscriptions = 0

  /// Puts leaks together, in the order of the first of each bundle.
  package static func bundles(
    of leaks: [Leak], by grouping: LeakGrouping, in forest: Forest
  ) -> [LeakBundle] {
    var bundles: [LeakBundle] = []
    var numbers: [Key: Int] = [:]
    for (place, leak) in leaks.enumerated() {
      let key = key(of: leak, by: grouping, in: forest)
      let number = numbers[key] ?? bundles.count
      if number == bundles.count {
        numbers[key] = number
        bundles.append(LeakBundle(key: key))
      }
      bundles[number].places.append(place)
      bundles[number].subscriptions += leak.members.count
    }
    return bundles
  }

  private static func key(of leak: Leak, by grouping: LeakGrouping, in forest: Forest) -> Key {
    switch grouping {
    case .site: return .site(leak.site)
    case .fingerprint: return .fingerprint(leak.fingerprint)
    case .owner:
      var counts: [Key: Int] = [:]
      var commonest: (key: Key, count: Int)?
      for number in leak.instances {
        guard let owner = owner(of: number, in: forest) else { continue }
        let key = key(of: owner, in: forest)
        let count = (counts[key] ?? 0) + 1
        counts[key] = count
        if count > commonest?.count ?? 0 { commonest = (key, count) }
      }
      return commonest?.key ?? .nobody
    }
  }

  /// The owner that holds the handle of a subscription, or of the nearest one below it that has an owner.
  private static func owner(of number: Int, in forest: Forest) -> OwnerID? {
    var next = forest[number]
    while let life = next {
      if let owner = life.owner { return owner }
      next = life.downstream.flatMap { $0.index < life.index ? $0 : nil }
    }
    return nil
  }

  private static func key(of id: OwnerID, in forest: Forest) -> Key {
    guard let owner = forest[owner: id], owner.kind != .unknown || owner.type != nil || owner.site != nil
    else { return .owner(id) }
    return .owners(owner.kind, type: owner.type, site: owner.site)
  }
}

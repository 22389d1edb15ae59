/// The disposables that something holds, in the order in which they came.
///
/// Adding and letting go take constant time, spread over all of them, in any order. Children that have ended
/// are swept out whenever there are twice as many children as after the last sweep. So the room is in
/// proportion to the living ones, even if nobody ever lets go of a child.
struct HeldChildren {
  struct Child {
    let disposable: Disposable
    /// The number by which traces know it; 0 for none.
    let number: UInt64
  }

  /// Nil where a child was let go of.
  private var places: [Child?] = []
  private(set) var count = 0
  private var limit = Self.fewest
  /// The newest place of each disposable, as long as there are too many places to look through.
  private var index: [ObjectIdentifier: Int] = [:]
  private var isIndexed = false
  /// For the place of a disposable that is held several times: its place before. Known while there is an
  /// index.
  private var olderPlaces: [Int: Int] = [:]
  /// How many places were looked at or moved, ever.
  private(set) var steps = 0

  private static let fewest = 16

  /// Adds a child.
  ///
  /// - Returns: the children that had ended, oldest first: they are held no more.
  mutating func add(_ child: Child) -> [Child] {
    var ended: [Child] = []
    if count >= limit {
      closeUp { child in
        guard child.disposable.isDisposed else { return true }
        ended.append(child)
        return false
      }
      limit = max(Self.fewest, count * 2)
    }
    append(child)
    return ended
  }

  /// Lets go of a child, the newest if it is held twice.
  mutating func remove(_ disposable: Disposable) -> Child? {
    guard let place = newestPlace(of: disposable), let child = places[place] else { return nil }
    if isIndexed { index[ObjectIdentifier(disposable)] = olderPlaces.removeValue(forKey: place) }
    places[place] = nil
    count -= 1
    if count == 0 {
      _ = removeAll()
    } else if place == places.count - 1 {
      while places[places.count - 1] == nil { places.removeLast() }
    } else if places.count > Self.fewest, count < places.count / 2 {
      closeUp { _ in true }
    }
    return child
  }

  /// Lets go of all, oldest first.
  mutating func removeAll() -> [Child] {
    let all = exchange(&places, with: []).compactMap(\.self)
    (count, index, olderPlaces, isIndexed) = (0, [:], [:], false)
    return all
  }

  private mutating func append(_ child: Child) {
    if isIndexed, let older = index.updateValue(places.count, forKey: ObjectIdentifier(child.disposable)) {
      olderPlaces[places.count] = older
    }
    places.append(child)
    count += 1
  }

  private mutating func newestPlace(of disposable: Disposable) -> Int? {
    if places.count > Self.fewest * 2, !isIndexed {
      isIndexed = true
      closeUp { _ in true }
    }
    if isIndexed { return index[ObjectIdentifier(disposable)] }
    return places.lastIndex { place in
      steps += 1
      return place?.disposable === disposable
    }
  }

  /// Closes the gaps, and lets go of the children that are not `kept`.
  private mutating func closeUp(_ kept: (Child) -> Bool) {
    let all = exchange(&places, with: [])
    places.reserveCapacity(count)
    steps += all.count
    isIndexed = isIndexed && count > Self.fewest
    (count, index, olderPlaces) = (0, [:], [:])
    for case let child? in all where kept(child) { append(child) }
  }
}

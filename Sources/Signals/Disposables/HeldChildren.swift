/// The disposables that a bag or a composite holds, in the order in which they were added.
///
/// Adding and removing take constant amortized time, in any order. Children that have ended are swept out
/// whenever there are twice as many children as after the last sweep. So the memory is proportional to the
/// number of living children, even if no child is ever removed.
struct HeldChildren {
  struct Child {
    let disposable: Disposable
    /// Its number in traces; 0 for none.
    let number: UInt64
  }

  /// Nil where a child was removed.
  private var places: [Child?] = []
  private(set) var count = 0
  private var limit = Self.fewest
  /// The newest place of each disposable. Used only while there are too many places to search.
  private var index: [ObjectIdentifier: Int] = [:]
  private var isIndexed = false
  /// For a place of a disposable that is held several times: the disposable's next older place. Known while
  /// there is an index.
  private var olderPlaces: [Int: Int] = [:]
  /// The number of places that were looked at or moved so far.
  private(set) var steps = 0

  private static let fewest = 16

  /// Adds a child.
  ///
  /// - Returns: the children that had ended, oldest first. They are no longer held.
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

  /// Removes a child; its newest place if it is held twice.
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

  /// Removes all children. Returns them, oldest first.
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

  /// Closes the gaps, and removes the children that are not `kept`.
  private mutating func closeUp(_ kept: (Child) -> Bool) {
    let all = exchange(&places, with: [])
    places.reserveCapacity(count)
    steps += all.count
    isIndexed = isIndexed && count > Self.fewest
    (count, index, olderPlaces) = (0, [:], [:])
    for case let child? in all where kept(child) { append(child) }
  }
}

/// The disposables that something holds, in the order in which they came.
///
/// Those that have ended are swept out whenever there are twice as many as after the last sweep: what only comes and ends
/// by itself takes room in proportion to what lives.
struct HeldChildren {
  struct Child {
    let disposable: Disposable
    /// By which traces know it; 0 for none.
    let number: UInt64
  }

  private(set) var children: [Child] = []
  private var limit = Self.fewest

  private static let fewest = 16

  var count: Int { children.count }

  /// Adds a child.
  ///
  /// - Returns: those that had ended, oldest first: they are held no more.
  mutating func add(_ child: Child) -> [Child] {
    var ended: [Child] = []
    if children.count >= limit {
      let all = exchange(&children, with: [])
      children.reserveCapacity(all.count)
      for child in all {
        if child.disposable.isDisposed { ended.append(child) } else { children.append(child) }
      }
      limit = max(Self.fewest, children.count * 2)
    }
    children.append(child)
    return ended
  }

  /// Lets go of a child, the newest if it is held twice. Looks at the newest first.
  mutating func remove(_ disposable: Disposable) -> Child? {
    guard let index = children.lastIndex(where: { $0.disposable === disposable }) else { return nil }
    return children.remove(at: index)
  }

  /// Lets go of all, oldest first.
  mutating func removeAll() -> [Child] { exchange(&children, with: []) }
}

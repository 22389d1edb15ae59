/// Sends values to stages, in the order in which they were added.
public final class RawSource {
  // Held by address: to count references is not part of the limit.
  @exclusivity(unchecked) private var rows: UnsafeMutablePointer<Unmanaged<RawStage>>
  @exclusivity(unchecked) private var count = 0
  private let capacity: Int

  public init(capacity: Int = 1) {
    self.capacity = capacity
    rows = .allocate(capacity: capacity)
  }

  deinit {
    for row in 0..<count { rows[row].release() }
    rows.deallocate()
  }

  public func add(_ stage: RawStage) {
    precondition(count < capacity, "no room")
    (rows + count).initialize(to: .passRetained(stage))
    count += 1
  }

  /// Takes the last stage away, if there is one, and adds another.
  public func replace(_ stage: RawStage) {
    if count > 0 {
      count -= 1
      rows[count].release()
    }
    add(stage)
  }

  public func next(_ value: Int) {
    for row in 0..<count { rows[row]._withUnsafeGuaranteedRef { $0.next(value) } }
  }
}

/// Sends the numbers from 0 to a stage.
@inline(never)
public func rawRange(_ count: Int, to stage: RawStage) {
  for value in 0..<count { stage.next(value) }
}

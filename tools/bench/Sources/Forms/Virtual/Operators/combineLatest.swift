public import SignalTracing

@inlinable
public func combineLatest<each Value: Sendable>(
  _ signals: repeat Signal<each Value>, file: StaticString = #fileID, line: UInt32 = #line
) -> Signal<(repeat each Value)> {
  Signal<(repeat each Value)>(CallSite("combineLatest", file, line)) { _, downstream in
    let slots = (repeat Slot<each Value>())
    let count = slotCount(repeat each slots)
    let send: @Sendable (Latest) -> Void = { latest in
      latest.output(of: (repeat each Value).self).next((repeat (each slots).value))
    }
    let latest = Latest(count: count, below: downstream)
    repeat latest.subscribe(to: each signals, into: each slots, send)
    if count == 0 { downstream.completed() }
  }
}

extension Signal {
  /// `combineLatest(self, other)`.
  @inlinable
  public func combineLatest<Other: Sendable>(
    with other: Signal<Other>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(Value, Other)> {
    Signals.combineLatest(self, other, file: file, line: line)
  }
}

/// How many slots there are.
@usableFromInline
func slotCount<each Value: Sendable>(_ slots: repeat Slot<each Value>) -> Int {
  var count = 0
  for _ in repeat each slots { count += 1 }
  return count
}

/// The newest value of one source, once there is one. It belongs to whoever is inside the junction.
///
/// No optional, since a pack of slots is not specialized: each optional would be looked up by its type.
@usableFromInline
final class Slot<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  @exclusivity(unchecked) @usableFromInline var isFilled = false

  @usableFromInline init() {}

  deinit {
    if isFilled { memory.deinitialize(count: 1) }
    memory.deallocate()
  }

  /// Only once it is filled.
  @inlinable @inline(__always)
  var value: Value { memory.pointee }

  /// True if it is the first.
  @inlinable @inline(__always)
  func fill(_ value: Value) -> Bool {
    if isFilled {
      memory.pointee = value
      return false
    }
    memory.initialize(to: value)
    isFilled = true
    return true
  }
}

private final class LatestInlet<Value: Sendable>: SerialInlet<Value, Latest>, @unchecked Sendable {
  private let slot: Slot<Value>
  private let send: @Sendable (Latest) -> Void

  init(
    site: CallSite, into latest: Latest, _ slot: Slot<Value>, _ send: @escaping @Sendable (Latest) -> Void
  ) {
    self.slot = slot
    self.send = send
    super.init(site: site, into: latest, role: Role(.source))
  }

  override func deliver(value: Value) {
    if slot.fill(value) { junction.missing -= 1 }
    if junction.missing == 0 { send(junction) }
  }
}

@usableFromInline
final class Latest: Junction, @unchecked Sendable {
  // These belong to whoever is inside.
  @exclusivity(unchecked) @usableFromInline var missing: Int
  @exclusivity(unchecked) private var living: Int

  @usableFromInline
  init(count: Int, below downstream: Gate) {
    missing = count
    living = count
    super.init(below: downstream)
  }

  @usableFromInline
  func subscribe<Value: Sendable>(
    to signal: Signal<Value>, into slot: Slot<Value>, _ send: @escaping @Sendable (Latest) -> Void
  ) {
    guard downstream.isOpen else { return }
    signal.connect(through: LatestInlet(site: signal.site, into: self, slot, send))
  }

  override func inletEnded(_ inlet: Gate, _ ending: Ending) {
    serially { [self] in
      if case .completed = ending {
        living -= 1
        if living > 0 { return }
      }
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}

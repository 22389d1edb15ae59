public import SignalTracing
public import TraceFormat

/// Sends the newest values of all signals whenever a signal sends a value, once each signal has sent one.
///
///     a              1------2----|
///     b              ---x------y---|
///     combineLatest  ---1x--2x-2y--|
///
/// Completes when all have completed; an error of any of them is an error at once. A signal that is passed
/// twice is subscribed to twice. As `RACSignal -combineLatestWith:` and `+combineLatest:`.
@inlinable
public func combineLatest<each Value: Sendable>(
  _ signals: repeat Signal<each Value>, file: StaticString = #fileID, line: UInt32 = #line
) -> Signal<(repeat each Value)> {
  Signal<(repeat each Value)>(CallSite("combineLatest", file, line, .gathers)) { _, downstream in
    let slots = (repeat Slot<each Value>())
    // The signal that sends keeps the slots: no reference is counted for each value.
    let borrowed = (repeat Unmanaged.passUnretained(each slots))
    let send: @Sendable (Latest) -> Void = { latest in
      latest.output(of: (repeat each Value).self).next((repeat newest(in: each borrowed)))
    }
    let latest = Latest(slotObjects(repeat each slots), below: downstream)
    repeat latest.subscribe(to: each signals, into: each slots, send)
    if latest.slots.isEmpty { downstream.completed() }
  }
}

/// Sends the newest values of all signals of a collection, as an array, whenever a signal sends a value, once
/// each signal has sent one.
///
///     a              1------2----|
///     b              ---3------4---|
///     combineLatest  ---A---B--C---|     (A = [1, 3], B = [2, 3], C = [2, 4])
///
/// Completes when all have completed, at once if there are none; an error of any of them is an error at once.
/// The cost of an event does not depend on the number of signals, unless the program still holds the last
/// array. As `RACSignal +combineLatest:` and Rx `combineLatest` of a collection.
@inlinable
public func combineLatest<Value: Sendable>(
  _ signals: [Signal<Value>], file: StaticString = #fileID, line: UInt32 = #line
) -> Signal<[Value]> {
  Signal<[Value]>(CallSite("combineLatest", file, line, .gathers)) { _, downstream in
    let values = LatestArray<Value>(count: signals.count)
    let latest = Latest(count: signals.count, below: downstream)
    for (index, signal) in signals.enumerated() where downstream.isOpen {
      signal.connectSerially(into: latest, role: Role(.source)) { latest, value in
        if values.fill(value, at: index) { latest.output(of: [Value].self).next(values.all) }
      }
    }
    if signals.isEmpty { downstream.completed() }
  }
}

extension Signal {
  /// `combineLatest(self, other)`: sends the newest values of both whenever one of them sends, once each has.
  ///
  ///     source               1------2----|
  ///     other                ---x------y---|
  ///     combineLatest(with)  ---A---B--C---|     (A = (1, x), B = (2, x), C = (2, y))
  ///
  /// Completes when both have completed; an error of either is an error at once. As
  /// `RACSignal -combineLatestWith:`.
  @inlinable
  public func combineLatest<Other: Sendable>(
    with other: Signal<Other>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(Value, Other)> {
    Signals.combineLatest(self, other, file: file, line: line)
  }
}

@usableFromInline
func slotObjects<each Value: Sendable>(_ slots: repeat Slot<each Value>) -> [AnyObject] {
  var objects: [AnyObject] = []
  for slot in repeat each slots { objects.append(slot) }
  return objects
}

/// The value of a filled slot. The caller keeps the slot alive.
@inlinable @inline(__always)
func newest<Value: Sendable>(in slot: Unmanaged<Slot<Value>>) -> Value {
  slot._withUnsafeGuaranteedRef { $0.value }
}

/// The newest value of one source, once there is one. Only the thread inside the junction touches it.
///
/// The value is no optional, because a pack of slots is not specialized: the type of each optional would be
/// looked up.
@usableFromInline
final class Slot<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  // Unchecked for the row `combineLatest 2`.
  @exclusivity(unchecked) @usableFromInline var isFilled = false

  @usableFromInline init() {}

  deinit {
    if isFilled { memory.deinitialize(count: 1) }
    memory.deallocate()
  }

  /// The slot must be filled.
  @inlinable @inline(__always)
  var value: Value { memory.pointee }

  /// True if the value is the first.
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

/// The newest values of all sources, in one array. The array is changed in place while the program does not
/// hold it. Only the thread inside the junction touches it.
@usableFromInline
final class LatestArray<Value: Sendable>: @unchecked Sendable {
  // Unchecked for `sources of combineLatest`, among what is counted as it grows.
  /// The values that have arrived, until each source has sent one.
  @exclusivity(unchecked) @usableFromInline var first: [Value?]
  @exclusivity(unchecked) @usableFromInline var missing: Int
  /// The newest values, once each source has sent one.
  @exclusivity(unchecked) @usableFromInline var all: [Value] = []

  @usableFromInline init(count: Int) {
    first = Array(repeating: nil, count: count)
    missing = count
  }

  /// True if each source has sent a value.
  @inlinable @inline(__always)
  func fill(_ value: Value, at index: Int) -> Bool {
    if missing > 0 { return fillFirst(value, at: index) }
    all[index] = value
    return true
  }

  @usableFromInline func fillFirst(_ value: Value, at index: Int) -> Bool {
    if first[index] == nil { missing -= 1 }
    first[index] = value
    guard missing == 0 else { return false }
    all = first.compactMap { $0 }
    first = []
    return true
  }
}

@usableFromInline
final class Latest: Junction, @unchecked Sendable {
  // Only the thread that is inside touches these. Unchecked for the row `combineLatest 2`.
  @exclusivity(unchecked) @usableFromInline var missing: Int
  private var living: Int
  /// Values of sources that have ended, too.
  @usableFromInline let slots: [AnyObject]

  @usableFromInline
  init(_ slots: [AnyObject], below downstream: Gate) {
    self.slots = slots
    missing = slots.count
    living = slots.count
    super.init(below: downstream)
  }

  /// For a number of sources whose values another object keeps.
  @usableFromInline
  init(count: Int, below downstream: Gate) {
    slots = []
    missing = 0
    living = count
    super.init(below: downstream)
  }

  @inlinable @inline(__always)
  func subscribe<Value: Sendable>(
    to signal: Signal<Value>, into slot: Slot<Value>, _ send: @escaping @Sendable (Latest) -> Void
  ) {
    guard downstream.isOpen else { return }
    signal.connectSerially(into: self, role: Role(.source)) { latest, value in
      if slot.fill(value) { latest.missing -= 1 }
      if latest.missing == 0 { send(latest) }
    }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    serially { [self] in
      if case .completed = ending {
        living -= 1
        if living > 0 { return }
      }
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}

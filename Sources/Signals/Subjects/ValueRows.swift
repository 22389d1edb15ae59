import SignalTracing

/// A subject's rows that know the type of its values.
@usableFromInline
class ValueRows<Value: Sendable>: SubjectRows, @unchecked Sendable {
  // Guarded by the owner word's lock. Unchecked, as what follows, for the row `hot take(1), subscribe+event`.
  /// The values among what waits.
  @exclusivity(unchecked) private final var waiting: ValueRing<Value>?
  /// The rows that were taken over, in the order of their steps. They belong to whoever is inside.
  @exclusivity(unchecked) private final var taken: ValueRing<Value>?

  @usableFromInline override init() { super.init() }

  /// A subscriber comes: send it what was kept. This thread is inside.
  func greet(_ subscriber: Subscriber<Value>) {}

  // An added subscriber has the type of the values.
  final override func willAdd(_ gate: Gate) { greet(unsafeDowncast(gate, to: Subscriber<Value>.self)) }

  /// Takes a value that was sent: by default delivers it. One that had to wait may come after the end, and is
  /// then kept nowhere. This thread is inside.
  func accept(_ value: Value) { deliver(value) }

  /// Sends a value to every row. This thread is inside.
  @inlinable @inline(__always)
  final func deliver(_ value: Value) {
    let rows = rows
    // Most subjects have one subscriber, and no loop is a tenth of the row `fan-out 1`.
    if count == 1 { return deliver(value, to: rows.pointee) }
    // A loop asks whether there are rows at all; here the same question has an answer of its own.
    if count == 0 { return wentUnheard() }
    var row = rows
    let end = rows + count
    repeat {
      deliver(value, to: row.pointee)
      row += 1
    } while row != end
  }

  @inlinable @inline(__always)
  final func deliver(_ value: Value, to row: UInt) {
    guard row != 0 else { return }
    Unmanaged<Gate>.fromOpaque(UnsafeRawPointer(bitPattern: row).unsafelyUnwrapped)
      // An added subscriber has the type of the values.
      ._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Subscriber<Value>.self).nextInList(value) }
  }

  /// Takes a value, also while another is being delivered.
  final func next(_ value: Value) {
    let entry = owner.enterAgain()
    guard entry == .inside else { return send(value, entry) }
    accept(value)
    if !owner.leaveAgain() { drain() }
  }

  /// Takes a value from a thread that `enterAgain` did not let in. If another is being delivered, it waits a
  /// short time for that; if that takes longer, the value is queued and delivered next.
  @inline(never)
  @usableFromInline final func send(_ value: Value, _ entry: SerialOwner.Entry) {
    if owner.enter(entry) || owner.enterPatiently() {
      accept(value)
      if !owner.leave() { drain() }
    } else {
      postponeValue {
        let line = waiting ?? ValueRing<Value>()
        waiting = line
        line.append(value)
      }
    }
  }

  final override func takeOverValues() { if waiting != nil { swap(&waiting, &taken) } }

  final override func deliverQueued() { accept(taken.unsafelyUnwrapped.removeFirst()) }
}

import SignalTracing

/// A subject's rows that know the type of its values.
@usableFromInline
class ValueRows<Value: Sendable>: SubjectRows, @unchecked Sendable {
  @usableFromInline override init() { super.init() }

  /// Takes a value that was sent: by default delivers it. One that had to wait may come after the end, and is then kept
  /// nowhere. This thread is inside.
  func accept(_ value: Value) { deliver(value) }

  /// Sends a value to every row. This thread is inside.
  @inlinable @inline(__always)
  final func deliver(_ value: Value) {
    let rows = rows
    for row in 0..<count {
      let bits = rows[row]
      if bits != 0 {
        Unmanaged<Gate>.fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
          ._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Subscriber<Value>.self).nextInList(value) }
      }
    }
  }

  /// Takes a value. If another is being delivered, it waits a short time for that; if that takes longer, the value is
  /// queued and delivered next.
  @inline(never)
  @usableFromInline final func send(_ value: Value) {
    if enterPatiently() {
      accept(value)
      if !owner.leave() { drain() }
    } else {
      postponeValue {
        let line = waiting ?? WaitingLine<Value>()
        waiting = line
        unsafeDowncast(line, to: WaitingLine<Value>.self).append(value)
      }
    }
  }

  override func deliverQueued() { accept(nextWaiting()) }

  private func nextWaiting() -> Value {
    unsafeDowncast(taken.unsafelyUnwrapped, to: WaitingLine<Value>.self).removeFirst()
  }
}

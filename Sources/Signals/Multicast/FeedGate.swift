public import SignalTracing
public import TraceFormat

/// The owner of a subscription that feeds a subject.
@usableFromInline
protocol FeedOwner: AnyObject, Sendable {
  /// The source has ended and is disposed. The subject gets the end after this call.
  func sourceEnded(_ gate: Gate)
  /// The source is disposed: it has ended, or the last subscriber has left.
  func connectionDisposed(_ gate: Gate)
}

/// The gate of a shared subscription: events of its source go to a subject's rows.
///
/// It is upstream of many subscribers; in a trace it belongs to the first of them. The gate and its owner
/// keep each other until the gate ends, because a source need not keep its subscriber.
@usableFromInline
final class FeedGate<Value: Sendable>: Subscriber<Value>, @unchecked Sendable {
  /// Retained.
  @usableFromInline let rows: Unmanaged<ValueRows<Value>>
  /// Nil if the owner is the counter of the rows' subscribers.
  @usableFromInline let owner: (any FeedOwner)?
  /// The number by which traces know the connection.
  @usableFromInline let connection = Trace.newIdentifier()

  /// - Parameters:
  ///   - rows: retained.
  ///   - first: the subscriber that makes this subscription necessary; nil if there is none.
  ///   - receive: one of `delivers`, `keeps` and `sends`.
  @inlinable @inline(__always)
  init(
    to source: __shared Signal<Value>, feeding rows: Unmanaged<ValueRows<Value>>, for first: __shared Gate?,
    owner: __owned (any FeedOwner)?, receive: @escaping Receive
  ) {
    self.rows = rows
    self.owner = owner
    super.init(
      trace: TracedSubscription(site: source.site, downstream: first?.trace, role: Role(.shared)),
      receive: receive)
  }

  deinit {
    if isOpen { reportOver() }
    rows.release()
  }

  /// From here on this gate feeds the rows. The caller subscribes to the source right after this call.
  @usableFromInline func begin() {
    rows._withUnsafeGuaranteedRef { $0.connected(connection, by: trace) }
  }

  override func receive(_ ending: Ending) {
    rows._withUnsafeGuaranteedRef { rows in
      if let owner { owner.sourceEnded(self) } else { rows.withCounter { $0.sourceEnded(self) } }
      rows.end(ending)
    }
  }

  override func didDispose(byHandle: Bool) {
    reportOver()
    if let owner { return owner.connectionDisposed(self) }
    rows._withUnsafeGuaranteedRef { $0.withCounter { $0.connectionDisposed(self) } }
  }

  private func reportOver() {
    rows._withUnsafeGuaranteedRef { $0.disconnected(connection, by: trace) }
  }
}

// MARK: Closures that know the type of the values

extension FeedGate {
  /// For rows that keep no values.
  @inlinable static var delivers: Receive {
    { value, gate in
      // The gate that was made with it, here and below.
      unsafeDowncast(gate, to: FeedGate<Value>.self).rows._withUnsafeGuaranteedRef { rows in
        let entry = rows.owner.enterAgain()
        guard entry == .inside else { return rows.send(value, entry) }
        rows.deliver(value)
        if !rows.owner.leaveAgain() { rows.drain() }
      }
    }
  }

  /// For `ReplayRows`.
  @inlinable static var keeps: Receive {
    { value, gate in
      unsafeDowncast(gate, to: FeedGate<Value>.self).rows._withUnsafeGuaranteedRef { rows in
        let entry = rows.owner.enterAgain()
        guard entry == .inside else { return rows.send(value, entry) }
        unsafeDowncast(rows, to: ReplayRows<Value>.self).keepAndDeliver(value)
        if !rows.owner.leaveAgain() { rows.drain() }
      }
    }
  }

  /// For the rows of any subject.
  static var sends: Receive {
    { value, gate in
      unsafeDowncast(gate, to: FeedGate<Value>.self).rows._withUnsafeGuaranteedRef { $0.next(value) }
    }
  }

  /// The steps of `Sharing` that need the type of the values.
  ///
  /// - Parameters:
  ///   - receive: the closure that fits the rows.
  ///   - newRows: makes the rows of a connection.
  @inlinable
  static func steps(
    from source: Signal<Value>, _ receive: @escaping Receive,
    _ newRows: @escaping @Sendable () -> ValueRows<Value>
  ) -> Sharing.Steps {
    Sharing.Steps(
      makeRows: { newRows() },
      makeGate: { owner, rows, first in
        // `makeRows` has made them.
        FeedGate(
          to: source, feeding: .fromOpaque(rows.toOpaque()), for: first, owner: owner, receive: receive)
      },
      connect: { gate in
        // `makeGate` has made it.
        let gate = unsafeDowncast(consume gate, to: FeedGate<Value>.self)
        gate.begin()
        source.connect(handing: consume gate)
      })
  }
}

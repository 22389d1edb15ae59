import SignalTracing
import TraceFormat

/// Counts the subscribers of a shared signal, and connects for the first of them.
///
/// The source never has two subscriptions at a time: a connection begins once the connection before was
/// disposed and its call to subscribe has returned. No thread waits for that: the thread that finishes one
/// connection begins the next.
///
/// It does not know the type of the values: generic code would look up types at every step. Code that needs
/// the type is in closures, which are made in the program's specialized code.
@usableFromInline
final class Sharing: MembershipOwner, FeedOwner, @unchecked Sendable {
  /// The steps that need the type of the values.
  @usableFromInline
  struct Steps: Sendable {
    /// Makes the rows of a subject, or returns the rows of the subject that the program gave.
    let makeRows: @Sendable () -> SubjectRows
    /// Makes the gate that feeds the rows.
    ///
    /// - Parameters:
    ///   - owner: nil if the rows know the owner.
    ///   - rows: retained.
    ///   - first: the subscriber that the connection begins for; nil if there is none.
    let makeGate: @Sendable (_ owner: Sharing?, _ rows: Unmanaged<SubjectRows>, _ first: Gate?) -> Gate
    /// Subscribes the gate to the source.
    let connect: @Sendable (__owned Gate) -> Void

    @usableFromInline
    init(
      makeRows: @escaping @Sendable () -> SubjectRows,
      makeGate: @escaping @Sendable (Sharing?, Unmanaged<SubjectRows>, Gate?) -> Gate,
      connect: @escaping @Sendable (__owned Gate) -> Void
    ) {
      self.makeRows = makeRows
      self.makeGate = makeGate
      self.connect = connect
    }
  }

  /// The state of two independent things. The subject has `rows`, `subscribers`, `wish`, `wanted` and `gate`.
  /// The source has `isConnecting` and `undisposed`, which may belong to an older subject without
  /// subscribers. One enumeration would need a case for each pair of both states.
  private struct State {
    /// The rows of the subject.
    var rows: SubjectRows?
    /// The number of this subject's subscribers.
    var subscribers = 0
    /// The subscriber that waits for a connection: once the source is free, a thread connects the subject for
    /// it.
    var wish: Gate?
    /// The event that caused the wish.
    var cause: UInt64 = 0
    /// A thread connects the subject now, and this subscriber still wants the connection. That thread keeps
    /// the subscriber until it has set this to nil.
    var wanted: Unmanaged<Gate>?
    /// The connection that feeds the subject.
    var gate: Gate?
    /// The newest connection, until it is disposed. It stays in memory until then. It may belong to a subject
    /// whose subscribers have left.
    var undisposed: ObjectIdentifier?
    /// A thread is subscribing to the source.
    var isConnecting = false
    /// The source has ended, and the subject has ended with it for ever.
    var hasEnded = false
    /// The subject's owner word was given to a thread as it was made, without a trial.
    var isGiven = false
    /// No given owner word was taken away so far.
    var givesWords = true

    /// A thread may connect now.
    var isFree: Bool { !isConnecting && undisposed == nil }

    /// The subject is no longer fed, and all its subscribers have left or are about to leave.
    mutating func leaveSubject(_ scope: SharingScope) -> Left {
      subscribers = 0
      wanted = nil
      if isGiven, let rows { givesWords = rows.owner.isGiven }
      return Left(
        gate: exchange(&gate, with: nil), wish: exchange(&wish, with: nil),
        rows: scope == .whileConnected ? exchange(&rows, with: nil) : nil)
    }
  }

  /// Objects that are released after the lock, because the release may run the program's code.
  private struct Left: ~Copyable {
    let gate: Gate?
    let wish: Gate?
    let rows: SubjectRows?

    consuming func dispose() { gate?.dispose(.downstream) }
  }
  private let state = BiasedMutex(State())
  private let scope: SharingScope
  /// No other object has the rows, and they serve one connection at a time.
  private let hasOwnRows: Bool
  private let steps: Steps
  /// The time for which the connection goes on without subscribers; nil if it ends with the last subscriber.
  private let grace: SharingGrace?

  @usableFromInline
  init(_ scope: SharingScope, hasOwnRows: Bool, _ steps: Steps) {
    self.scope = scope
    self.hasOwnRows = hasOwnRows
    self.steps = steps
    grace = nil
  }

  init(_ scope: SharingScope, _ steps: Steps, grace: SharingGrace) {
    self.scope = scope
    hasOwnRows = true
    self.steps = steps
    self.grace = grace
  }

  // MARK: Coming and going

  @usableFromInline func add(_ gate: Gate) {
    let joined = hasOwnRows ? join(gate) : joinGiven()
    joined.timer?.dispose()
    joined.rows._withUnsafeGuaranteedRef { rows in
      if rows.isCounted {
        rows.addCounted(gate)
      } else {
        rows.add(gate, through: Membership(of: gate, at: rows, countedBy: self))
      }
    }
    if let turn = joined.turn { return connectIfWanted(turn, by: gate) }
    if !joined.isFed { joined.rows._withUnsafeGuaranteedRef { wish(for: gate, at: $0) } }
    joined.rows.release()
  }

  private struct Joined {
    /// Retained: once for the caller, or for the turn.
    let rows: Unmanaged<SubjectRows>
    let isFed: Bool
    /// The connection that the caller opens once the subscriber is among the rows.
    var turn: Turn?
    /// The timer that would have ended the connection without this subscriber.
    var timer: Disposable?
  }

  /// Counts one more subscriber, and makes the rows if there are none.
  private func join(_ gate: Gate) -> Joined {
    state.withLock { state in
      if let rows = state.rows {
        state.subscribers += 1
        return Joined(rows: .passRetained(rows), isFed: state.gate != nil, timer: grace?.end())
      }
      // Under the lock: this runs no code of the program. A forked child may find it interrupted, and begins
      // again.
      let kept = Unmanaged.passRetained(steps.makeRows())
      kept._withUnsafeGuaranteedRef { rows in
        if scope == .whileConnected { rows.count(by: self) }
        // If one thread alone has used the lock so far, it will most likely be alone with the rows as well.
        state.isGiven = state.givesWords && self.state.isGiven && rows.owner.give()
      }
      state.rows = kept.takeUnretainedValue()
      state.subscribers = 1
      guard state.isFree else { return Joined(rows: kept, isFed: false) }
      let turn = newTurn(
        for: .passUnretained(gate), isKept: false, because: ThreadState.cause, at: kept, &state)
      return Joined(rows: kept, isFed: false, turn: turn)
    }
  }

  /// The same if the program gives or makes the subject.
  private func joinGiven() -> Joined { join(nil) ?? join(steps.makeRows()).unsafelyUnwrapped }

  /// Counts one more subscriber. Takes the offered rows if there are none. Nil, and nothing is counted, if
  /// there are no rows and none are offered.
  private func join(_ offered: SubjectRows?) -> Joined? {
    state.withLock { state in
      guard let rows = state.rows ?? offered else { return nil }
      state.rows = rows
      state.subscribers += 1
      return Joined(rows: .passRetained(rows), isFed: state.gate != nil)
    }
  }

  /// Connects new rows, unless their first subscriber has left already and there is no other subscriber.
  private func connectIfWanted(_ first: Turn, by gate: Gate) {
    if gate.isOpen { return connect(first) }
    let (isWanted, next) = state.withLock { state in
      if state.wanted != nil { return (true, Turn?.none) }
      state.isConnecting = false
      return (false, nextTurn(&state))
    }
    if isWanted { return connect(first) }
    first.rows.release()
    if let next { connect(next) }
  }

  /// Connects the subject for a subscriber, now or when the source is free. Does nothing if the subject is
  /// connected or has no subscriber.
  private func wish(for first: Gate, at rows: SubjectRows) {
    let cause = ThreadState.cause
    // Released after the lock.
    var before: Gate?
    let turn = state.withLock { state -> Turn? in
      guard state.rows === rows, state.subscribers > 0, state.gate == nil, !state.hasEnded, !rows.isOver
      else { return nil }
      if let known = state.wanted, known._withUnsafeGuaranteedRef({ $0.isOpen }) { return nil }
      if let known = state.wish, known.isOpen { return nil }
      if state.isFree {
        return newTurn(
          for: .passUnretained(first), isKept: false, because: cause, at: .passRetained(rows), &state)
      }
      state.wanted = nil
      before = exchange(&state.wish, with: first)
      state.cause = cause
      return nil
    }
    if let turn { connect(turn) }
    withExtendedLifetime(before) {}
  }

  // MARK: Connecting

  /// The connection that a thread opens.
  private struct Turn {
    /// The subscriber that the connection begins for.
    let first: Unmanaged<Gate>
    /// Whether `first` is retained; else the caller keeps it.
    let isKept: Bool
    let cause: UInt64
    /// Retained.
    let rows: Unmanaged<SubjectRows>
  }

  private func newTurn(
    for first: Unmanaged<Gate>, isKept: Bool, because cause: UInt64, at rows: Unmanaged<SubjectRows>,
    _ state: inout State
  ) -> Turn {
    state.isConnecting = true
    state.wanted = first
    return Turn(first: first, isKept: isKept, cause: cause, rows: rows)
  }

  /// The connection that this thread opens now. Nil if no subscriber waits for a connection, or the source is
  /// not free.
  private func nextTurn(_ state: inout State) -> Turn? {
    guard state.isFree, let rows = state.rows, let first = exchange(&state.wish, with: nil)
    else { return nil }
    return newTurn(
      for: .passRetained(first), isKept: true, because: state.cause, at: .passRetained(rows), &state)
  }

  /// Subscribes to the source. Subscribes again for a subscriber that came meanwhile and had to wait for the
  /// source.
  private func connect(_ first: Turn) {
    let cause = ThreadState.cause
    defer { ThreadState.cause = cause }
    var turn = connectOnce(first)
    while let next = turn { turn = connectOnce(next) }
  }

  /// - Returns: the next connection.
  private func connectOnce(_ turn: Turn) -> Turn? {
    ThreadState.cause = turn.cause
    // The first subscriber may have left while others have stayed.
    let owner = turn.rows._withUnsafeGuaranteedRef { $0.isCounted ? nil : self }
    let gate = turn.first._withUnsafeGuaranteedRef { first in
      steps.makeGate(owner, turn.rows, first.isOpen ? first : nil)
    }
    let isWanted = state.withLock { state in
      guard exchange(&state.wanted, with: nil) != nil else { return false }
      state.gate = gate
      state.undisposed = ObjectIdentifier(gate)
      return true
    }
    if turn.isKept { turn.first.release() }
    if isWanted { steps.connect(consume gate) } else { gate.dispose(.downstream) }
    return state.withLock { state in
      state.isConnecting = false
      return nextTurn(&state)
    }
  }

  // MARK: Ends

  /// The next subscriber starts a new connection, even if it subscribes while others receive the end. With
  /// the scope `forever` there is no new connection.
  @usableFromInline func sourceEnded(_ gate: Gate) {
    var left: Left?
    var timer: Disposable?
    let turn = state.withLock { state -> Turn? in
      timer = grace?.end()
      if scope == .forever {
        state.hasEnded = true
        state.wanted = nil
        left = Left(
          gate: exchange(&state.gate, with: nil), wish: exchange(&state.wish, with: nil), rows: nil)
      } else if state.gate === gate {
        left = state.leaveSubject(scope)
      }
      if state.undisposed == ObjectIdentifier(gate) { state.undisposed = nil }
      return nextTurn(&state)
    }
    timer?.dispose()
    if let turn { connect(turn) }
    withExtendedLifetime(left) {}
  }

  @usableFromInline func connectionDisposed(_ gate: Gate) {
    let turn = state.withLock { state -> Turn? in
      guard state.undisposed == ObjectIdentifier(gate) else { return nil }
      state.undisposed = nil
      return nextTurn(&state)
    }
    if let turn { connect(turn) }
  }

  func memberLeft(_ rows: SubjectRows) {
    var turn: UInt64?
    let left = state.withLock { state -> Left? in
      guard state.rows === rows else { return nil }
      state.subscribers -= 1
      guard state.subscribers == 0 else { return nil }
      if let grace, state.gate != nil {
        turn = grace.begin()
        return nil
      }
      return state.leaveSubject(scope)
    }
    left?.dispose()
    if let turn { leave(rows, atTheEndOf: turn) }
  }

  /// The last subscriber has left. The connection goes on until the time of grace is over.
  private func leave(_ rows: SubjectRows, atTheEndOf turn: UInt64) {
    grace?.wait(turn) { [self] in
      let left = state.withLock { state -> Left? in
        guard let grace, grace.isTurn(turn), state.rows === rows, state.subscribers == 0 else { return nil }
        return state.leaveSubject(scope)
      }
      left?.dispose()
    }
  }
}

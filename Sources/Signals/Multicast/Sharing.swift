import SignalTracing
import TraceFormat

/// Counts the subscribers of what is shared, and connects for the first of them.
///
/// The source is never subscribed to twice at a time: a connection begins once the one before has been
/// disposed and its subscribing has returned. Nobody waits for that: who finishes the one connects the other.
///
/// It does not know the type of the values: in code that does, every step would look types up. Code that
/// needs the type is in closures, which are made where the program shares.
@usableFromInline
final class Sharing: MembershipOwner, FeedOwner, @unchecked Sendable {
  /// Work of objects that know the type of the values.
  @usableFromInline
  struct Steps: Sendable {
    /// Makes the rows of a subject, or says which one was given.
    let makeRows: @Sendable () -> SubjectRows
    /// Makes the gate that feeds them.
    ///
    /// - Parameters:
    ///   - owner: nil if the rows know it.
    ///   - rows: retained.
    ///   - first: the subscriber for whose sake that is; nil if there is none.
    let makeGate: @Sendable (_ owner: Sharing?, _ rows: Unmanaged<SubjectRows>, _ first: Gate?) -> Gate
    /// Subscribes it to the source.
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

  /// Two things that go their own ways. The subject has `rows`, `subscribers`, `wish`, `wanted` and `gate`.
  /// The source has `isConnecting` and `undisposed`, which may be of an older subject that everybody has
  /// left. The cases of one enumeration would be the pairs of both.
  private struct State {
    /// The rows of the subject.
    var rows: SubjectRows?
    /// Of this subject.
    var subscribers = 0
    /// Somebody is to connect the subject, once the source is free: for this subscriber.
    var wish: Gate?
    /// The cause of that.
    var cause: UInt64 = 0
    /// Some thread is connecting the subject, and this subscriber still wants it. That thread keeps it until
    /// it has set this to nil.
    var wanted: Unmanaged<Gate>?
    /// The connection that feeds the subject.
    var gate: Gate?
    /// The newest connection, until it is disposed: it may be that of a subject whose subscribers have left.
    /// It lives as long.
    var undisposed: ObjectIdentifier?
    /// Some thread is subscribing to the source.
    var isConnecting = false
    /// The source has ended, and with it the subject, for ever.
    var hasEnded = false
    /// The subject's owner word was given to a thread as it was made, without a trial.
    var isGiven = false
    /// None of those that were given was taken away.
    var givesWords = true

    /// A thread may connect now.
    var isFree: Bool { !isConnecting && undisposed == nil }

    /// The subject is fed no more, and all its subscribers are gone or about to be.
    mutating func leaveSubject(_ scope: SharingScope) -> Left {
      subscribers = 0
      wanted = nil
      if isGiven, let rows { givesWords = rows.owner.isGiven }
      return Left(
        gate: exchange(&gate, with: nil), wish: exchange(&wish, with: nil),
        rows: scope == .whileConnected ? exchange(&rows, with: nil) : nil)
    }
  }

  /// An object that goes out of memory after the lock, as it may be the program's.
  private struct Left: ~Copyable {
    let gate: Gate?
    let wish: Gate?
    let rows: SubjectRows?

    consuming func dispose() { gate?.dispose(.downstream) }
  }
  private let state = BiasedMutex(State())
  private let scope: SharingScope
  /// Nobody else has the rows, and they serve one connection at a time.
  private let hasOwnRows: Bool
  private let steps: Steps
  /// How long the connection goes on without subscribers; nil where it goes with the last of them.
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
    /// The connection was to end at this time without it.
    var timer: Disposable?
  }

  /// Counts one more subscriber, and makes the rows if there are none.
  private func join(_ gate: Gate) -> Joined {
    state.withLock { state in
      if let rows = state.rows {
        state.subscribers += 1
        return Joined(rows: .passRetained(rows), isFed: state.gate != nil, timer: grace?.end())
      }
      // Under the lock: nothing of it is the program's. A forked child may find it interrupted, and begins
      // anew.
      let kept = Unmanaged.passRetained(steps.makeRows())
      kept._withUnsafeGuaranteedRef { rows in
        if scope == .whileConnected { rows.count(by: self) }
        // A subscriber that is alone so far will most likely be alone with the rows as well.
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

  /// The same where the program gives or makes the subject.
  private func joinGiven() -> Joined { join(nil) ?? join(steps.makeRows()).unsafelyUnwrapped }

  /// Nil, and nobody is counted, if there are no rows and none are offered. They are taken if they are
  /// needed.
  private func join(_ offered: SubjectRows?) -> Joined? {
    state.withLock { state in
      guard let rows = state.rows ?? offered else { return nil }
      state.rows = rows
      state.subscribers += 1
      return Joined(rows: .passRetained(rows), isFed: state.gate != nil)
    }
  }

  /// Connects new rows, unless who was to be their first subscriber has left already, and nobody else has
  /// come.
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

  /// Has the subject connected for a subscriber, unless it is, or everybody has left.
  private func wish(for first: Gate, at rows: SubjectRows) {
    let cause = ThreadState.cause
    // It goes out of memory after the lock.
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
    /// For whom.
    let first: Unmanaged<Gate>
    /// It is retained; else the caller has it.
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

  /// The connection that this thread opens now. Nil if nothing is wished for, or the source is not free.
  private func nextTurn(_ state: inout State) -> Turn? {
    guard state.isFree, let rows = state.rows, let first = exchange(&state.wish, with: nil)
    else { return nil }
    return newTurn(
      for: .passRetained(first), isKept: true, because: state.cause, at: .passRetained(rows), &state)
  }

  /// Subscribes to the source, and again for whoever has come meanwhile and found it taken.
  private func connect(_ first: Turn) {
    let cause = ThreadState.cause
    defer { ThreadState.cause = cause }
    var turn = connectOnce(first)
    while let next = turn { turn = connectOnce(next) }
  }

  /// - Returns: what is to be connected after it.
  private func connectOnce(_ turn: Turn) -> Turn? {
    ThreadState.cause = turn.cause
    // The first may have left, and others stayed.
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

  /// The next subscriber begins anew, even one that comes as others are told of the end; unless it is for
  /// ever.
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

  /// The last subscriber has left, and the connection goes on until its time of grace is over.
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

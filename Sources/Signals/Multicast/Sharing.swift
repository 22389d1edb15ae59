import SignalTracing
import TraceFormat

/// Counts the subscribers of what is shared, and connects for the first of them.
///
/// The source is never subscribed to twice at a time: a connection begins once the one before has been disposed and its
/// subscribing has returned. Nobody waits for that: who finishes the one connects the other.
///
/// It does not know the type of the values: in code that does, every step would look types up.
@usableFromInline
class Sharing: MembershipOwner, FeedOwner, @unchecked Sendable {
  /// A subject, and where its subscribers are.
  @usableFromInline
  struct Shared: Sendable {
    let subject: SignalDescription
    /// The subject keeps them.
    let rows: Unmanaged<SubjectRows>

    @usableFromInline
    init(subject: __owned SignalDescription, rows: __shared SubjectRows) {
      self.subject = subject
      self.rows = .passUnretained(rows)
    }
  }

  private struct State {
    var shared: Shared?
    /// Of this subject.
    var subscribers = 0
    /// Somebody is to connect the subject, once the source is free: for this subscriber.
    var wish: Gate?
    /// What caused that.
    var cause: UInt64 = 0
    /// Some thread is connecting the subject, and this subscriber still wants it. That thread keeps it until it has set
    /// this to nil.
    var wanted: Unmanaged<Gate>?
    /// What feeds the subject.
    var gate: Gate?
    /// The newest connection, until it is disposed: it may be that of a subject whose subscribers have left. It lives as
    /// long.
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
      if isGiven, let rows = shared?.rows { givesWords = rows._withUnsafeGuaranteedRef { $0.owner.isGiven } }
      return Left(
        gate: exchange(&gate, with: nil), wish: exchange(&wish, with: nil),
        shared: scope == .whileConnected ? exchange(&shared, with: nil) : nil)
    }
  }

  /// What goes out of memory after the lock, as it may be the program's.
  private struct Left: ~Copyable {
    let gate: Gate?
    let wish: Gate?
    let shared: Shared?

    consuming func dispose() { gate?.dispose(.downstream) }
  }
  private let state = BiasedMutex(State())
  private let scope: SharingScope
  /// Nobody else has the subjects that are made.
  private let hasOwnSubjects: Bool

  @usableFromInline init(_ scope: SharingScope, hasOwnSubjects: Bool) {
    self.scope = scope
    self.hasOwnSubjects = hasOwnSubjects
  }

  // MARK: What the subclass says

  @usableFromInline func makeSubject() -> Shared { fatalError("a subclass makes it") }
  @usableFromInline func makeGate(feeding subject: __owned SignalDescription, for first: Gate?) -> Gate {
    fatalError("a subclass makes it")
  }
  @usableFromInline func connect(_ gate: __owned Gate) {}

  // MARK: Coming and going

  @usableFromInline func add(_ gate: Gate) {
    // The program may make the subject, so it is not made under the lock.
    var offered: Shared?
    var known = join(&offered)
    if known == nil {
      offered = makeSubject()
      known = join(&offered)
    }
    let joined = known.unsafelyUnwrapped
    let rows = joined.rows.takeRetainedValue()
    rows.add(gate, through: Membership(of: gate, at: rows, countedBy: self))
    if !joined.isFed { wish(for: gate, at: rows) }
  }

  /// Counts one more subscriber. Nil, and nobody is counted, if there is no subject and none is offered. What is offered
  /// is taken if it is needed.
  ///
  /// - Returns: the rows, retained.
  private func join(_ offered: inout Shared?) -> (rows: Unmanaged<SubjectRows>, isFed: Bool)? {
    state.withLock { state in
      let rows: Unmanaged<SubjectRows>
      if let known = state.shared?.rows {
        rows = known
      } else {
        guard let new = offered?.rows else { return nil }
        rows = new
        // Who alone has subscribed so far will most likely be alone with the subject as well.
        state.isGiven =
          hasOwnSubjects && state.givesWords && self.state.isGiven
          && rows._withUnsafeGuaranteedRef { $0.owner.give() }
        state.shared = exchange(&offered, with: nil)
      }
      state.subscribers += 1
      return (rows.retain(), state.gate != nil)
    }
  }

  /// Has the subject connected for a subscriber, unless it is, or everybody has left.
  private func wish(for first: Gate, at rows: SubjectRows) {
    let cause = ThreadState.cause
    // It goes out of memory after the lock.
    var before: Gate?
    let turn = state.withLock { state -> Turn? in
      guard let shared = state.shared?.rows, shared.toOpaque() == Unmanaged.passUnretained(rows).toOpaque(),
        state.subscribers > 0, state.gate == nil, !state.hasEnded, !rows.isOver
      else { return nil }
      if let known = state.wanted, known._withUnsafeGuaranteedRef({ $0.isOpen }) { return nil }
      if let known = state.wish, known.isOpen { return nil }
      if state.isFree { return newTurn(for: .passUnretained(first), isKept: false, because: cause, &state) }
      state.wanted = nil
      before = exchange(&state.wish, with: first)
      state.cause = cause
      return nil
    }
    if let turn { connect(turn) }
    withExtendedLifetime(before) {}
  }

  // MARK: Connecting

  /// What a thread is to connect.
  private struct Turn {
    /// For whom.
    let first: Unmanaged<Gate>
    /// It is retained; else the caller has it.
    let isKept: Bool
    let cause: UInt64
    /// Retained.
    let subject: Unmanaged<SignalDescription>
  }

  private func newTurn(
    for first: Unmanaged<Gate>, isKept: Bool, because cause: UInt64, _ state: inout State
  ) -> Turn? {
    guard let subject = state.shared?.subject else { return nil }
    state.isConnecting = true
    state.wanted = first
    return Turn(first: first, isKept: isKept, cause: cause, subject: .passRetained(subject))
  }

  /// What to connect now, by this thread. Nil if nothing is wished for, or the source is not free.
  private func nextTurn(_ state: inout State) -> Turn? {
    guard state.isFree, state.shared != nil, let first = exchange(&state.wish, with: nil) else { return nil }
    return newTurn(for: .passRetained(first), isKept: true, because: state.cause, &state)
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
    let gate = turn.first._withUnsafeGuaranteedRef { first in
      makeGate(feeding: turn.subject.takeRetainedValue(), for: first.isOpen ? first : nil)
    }
    let isWanted = state.withLock { state in
      guard exchange(&state.wanted, with: nil) != nil else { return false }
      state.gate = gate
      state.undisposed = ObjectIdentifier(gate)
      return true
    }
    if turn.isKept { turn.first.release() }
    if isWanted { connect(consume gate) } else { gate.dispose(.downstream) }
    return state.withLock { state in
      state.isConnecting = false
      return nextTurn(&state)
    }
  }

  // MARK: Ends

  /// The next subscriber begins anew, even one that comes as others are told of the end; unless it is for ever.
  @usableFromInline func sourceEnded(_ gate: Gate) {
    var left: Left?
    let turn = state.withLock { state -> Turn? in
      if scope == .forever {
        state.hasEnded = true
        state.wanted = nil
        left = Left(
          gate: exchange(&state.gate, with: nil), wish: exchange(&state.wish, with: nil), shared: nil)
      } else if state.gate === gate {
        left = state.leaveSubject(scope)
      }
      if state.undisposed == ObjectIdentifier(gate) { state.undisposed = nil }
      return nextTurn(&state)
    }
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
    let left = state.withLock { state -> Left? in
      guard state.shared?.rows.toOpaque() == Unmanaged.passUnretained(rows).toOpaque() else { return nil }
      state.subscribers -= 1
      return state.subscribers == 0 ? state.leaveSubject(scope) : nil
    }
    left?.dispose()
  }
}

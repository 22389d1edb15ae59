import SignalTracing

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
    let rows: SubjectRows

    @usableFromInline
    init(subject: SignalDescription, rows: SubjectRows) {
      self.subject = subject
      self.rows = rows
    }
  }

  /// For whom to connect, and what caused it.
  private struct Wish {
    let first: Gate
    let cause: UInt64
  }

  private struct State {
    var shared: Shared?
    /// Of this subject.
    var subscribers = 0
    /// Somebody is to connect the subject, once the source is free.
    var wish: Wish?
    /// What feeds the subject.
    var gate: Gate?
    /// The newest connection, until it is disposed: it may be that of a subject whose subscribers have left.
    var undisposed: Gate?
    /// Some thread is subscribing to the source.
    var isConnecting = false
    /// The source has ended, and with it the subject, for ever.
    var hasEnded = false

    /// The subject is fed no more, and all its subscribers are gone or about to be.
    mutating func leaveSubject(_ scope: SharingScope) -> Left {
      subscribers = 0
      return Left(
        gate: exchange(&gate, with: nil), wish: exchange(&wish, with: nil),
        shared: scope == .whileConnected ? exchange(&shared, with: nil) : nil)
    }
  }

  /// What goes out of memory after the lock, as it may be the program's.
  private struct Left {
    let gate: Gate?
    let wish: Wish?
    var shared: Shared?
  }
  private let state = Mutex(State())
  private let scope: SharingScope

  @usableFromInline init(_ scope: SharingScope) { self.scope = scope }

  // MARK: What the subclass says

  @usableFromInline func makeSubject() -> Shared { fatalError("a subclass makes it") }
  @usableFromInline func makeGate(feeding subject: SignalDescription, for first: Gate?) -> Gate {
    fatalError("a subclass makes it")
  }
  @usableFromInline func connect(_ gate: Gate) {}

  // MARK: Coming and going

  @usableFromInline func add(_ gate: Gate) {
    // The program may make the subject, so it is not made under the lock.
    let (shared, isFed) = join(nil) ?? join(makeSubject()).unsafelyUnwrapped
    shared.rows.add(gate, through: Membership(of: gate, at: shared.rows, countedBy: self))
    if !isFed { wish(for: gate, at: shared.rows) }
  }

  /// Counts one more subscriber. Nil, and nobody is counted, if there is no subject and none is offered.
  private func join(_ offered: Shared?) -> (Shared, isFed: Bool)? {
    state.withLock { state in
      guard let shared = state.shared ?? offered else { return nil }
      state.shared = shared
      state.subscribers += 1
      return (shared, state.gate != nil)
    }
  }

  /// Has the subject connected for a subscriber, unless it is, or everybody has left.
  private func wish(for first: Gate, at rows: SubjectRows) {
    let wish = Wish(first: first, cause: ThreadState.cause)
    let (turn, before) = state.withLock { state -> (Turn?, Wish?) in
      guard state.shared?.rows === rows, state.subscribers > 0, state.gate == nil, !state.hasEnded,
        !rows.isOver, state.wish.map({ !$0.first.isOpen }) ?? true
      else { return (nil, nil) }
      // It goes out of memory after the lock.
      let before = exchange(&state.wish, with: wish)
      return (nextTurn(&state), before)
    }
    if let turn { connect(turn) }
    withExtendedLifetime(before) {}
  }

  // MARK: Connecting

  private typealias Turn = (wish: Wish, shared: Shared)

  /// What to connect now, by this thread. Nil if nothing is wished for, or the source is not free.
  private func nextTurn(_ state: inout State) -> Turn? {
    guard !state.isConnecting, state.undisposed == nil, let wish = state.wish, let shared = state.shared
    else {
      return nil
    }
    state.isConnecting = true
    return (wish, shared)
  }

  /// Subscribes to the source, and again for whoever has come meanwhile and found it taken.
  private func connect(_ first: Turn) {
    let cause = ThreadState.cause
    defer { ThreadState.cause = cause }
    var turn: Turn? = first
    while let (wish, shared) = turn {
      ThreadState.cause = wish.cause
      // The first may have left, and others stayed.
      let gate = makeGate(feeding: shared.subject, for: wish.first.isOpen ? wish.first : nil)
      let isWanted = state.withLock { state in
        guard state.wish?.first === wish.first else { return false }
        state.wish = nil
        state.gate = gate
        state.undisposed = gate
        return true
      }
      if isWanted { connect(gate) } else { gate.dispose(.downstream) }
      turn = state.withLock { state in
        state.isConnecting = false
        return nextTurn(&state)
      }
    }
  }

  // MARK: Ends

  /// The next subscriber begins anew, even one that comes as others are told of the end; unless it is for ever.
  @usableFromInline func sourceEnded(_ gate: Gate) {
    let (left, turn) = state.withLock { state -> (Left?, Turn?) in
      var left: Left?
      if scope == .forever {
        state.hasEnded = true
        left = Left(gate: exchange(&state.gate, with: nil), wish: exchange(&state.wish, with: nil))
      } else if state.gate === gate {
        left = state.leaveSubject(scope)
      }
      if state.undisposed === gate { state.undisposed = nil }
      return (left, nextTurn(&state))
    }
    if let turn { connect(turn) }
    withExtendedLifetime(left) {}
  }

  @usableFromInline func connectionDisposed(_ gate: Gate) {
    let turn = state.withLock { state -> Turn? in
      guard state.undisposed === gate else { return nil }
      state.undisposed = nil
      return nextTurn(&state)
    }
    if let turn { connect(turn) }
  }

  func memberLeft(_ rows: SubjectRows) {
    let left = state.withLock { state -> Left? in
      guard state.shared?.rows === rows else { return nil }
      state.subscribers -= 1
      return state.subscribers == 0 ? state.leaveSubject(scope) : nil
    }
    left?.gate?.dispose(.downstream)
  }
}

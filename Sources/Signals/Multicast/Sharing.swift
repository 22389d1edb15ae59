import SignalTracing
import Synchronization

/// Counts the subscribers of what is shared, and connects for the first of them.
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

  private struct State {
    var shared: Shared?
    /// Of this subject.
    var subscribers = 0
    /// Somebody has connected it, or is about to.
    var isConnected = false
    var gate: Gate?
  }
  private let state = Mutex(State())
  private let scope: SharingScope

  @usableFromInline init(_ scope: SharingScope) { self.scope = scope }

  // MARK: What the subclass says

  @usableFromInline func makeSubject() -> Shared { fatalError("a subclass makes it") }
  @usableFromInline func makeGate(feeding subject: SignalDescription, for first: Gate) -> Gate {
    fatalError("a subclass makes it")
  }
  @usableFromInline func connect(_ gate: Gate) {}

  // MARK: Coming and going

  @usableFromInline func add(_ gate: Gate) {
    // The program may make the subject, so it is not made under the lock.
    let (shared, isConnected) = join(nil) ?? join(makeSubject()).unsafelyUnwrapped
    shared.rows.add(gate, through: Membership(of: gate, at: shared.rows, countedBy: self))
    if !isConnected { connect(shared, for: gate) }
  }

  /// Counts one more subscriber. Nil, and nobody is counted, if there is no subject and none is offered.
  private func join(_ offered: Shared?) -> (Shared, isConnected: Bool)? {
    state.withLock { state in
      guard let shared = state.shared ?? offered else { return nil }
      state.shared = shared
      state.subscribers += 1
      return (shared, state.isConnected)
    }
  }

  /// Connects unless somebody else does, or everybody has left.
  private func connect(_ shared: Shared, for first: Gate) {
    let isMine = state.withLock { state in
      guard state.shared?.rows === shared.rows, state.subscribers > 0 else { return false }
      return !exchange(&state.isConnected, with: true)
    }
    guard isMine else { return }
    let gate = makeGate(feeding: shared.subject, for: first)
    let isWanted = state.withLock { state in
      guard state.shared?.rows === shared.rows, state.isConnected, state.gate == nil else { return false }
      state.gate = gate
      return true
    }
    if isWanted { connect(gate) } else { gate.dispose(.downstream) }
  }

  /// The next subscriber begins anew, even one that comes as others are told of the end.
  @usableFromInline func sourceEnded(_ gate: Gate) {
    // What goes out of memory does not under the lock.
    _ = state.withLock { state -> State? in
      guard state.gate === gate else { return nil }
      let before = state
      state = State(shared: scope == .forever ? before.shared : nil)
      if scope == .forever { state.subscribers = before.subscribers }
      return before
    }
  }

  func memberLeft(_ rows: SubjectRows) {
    let last = state.withLock { state -> State? in
      guard state.shared?.rows === rows else { return nil }
      state.subscribers -= 1
      guard state.subscribers == 0 else { return nil }
      let before = state
      state = State(shared: scope == .forever ? before.shared : nil)
      return before
    }
    last?.gate?.dispose(.downstream)
  }
}

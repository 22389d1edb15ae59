import Signals
import SignalTracing
import Synchronization
import TraceFormat

/// Who ends a subscription.
enum Party: CaseIterable, Sendable {
  case handle, bag, composite, scope, serial
  /// An operator downstream that has enough.
  case take
  /// A stop signal downstream.
  case trigger
  /// A newer inner signal downstream.
  case newer

  /// What ends the subscription from downstream stands between the operator and the program.
  var isOperator: Bool { self == .take || self == .trigger || self == .newer }

  /// Why the program's subscription is then disposed, and why the operator's is.
  var reasons: (root: DisposalReason, output: DisposalReason) {
    switch self {
    case .handle: (.explicit, .downstream)
    case .bag, .composite: (.owner, .downstream)
    case .scope: (.deinitialized, .downstream)
    case .serial: (.replaced, .downstream)
    case .take: (.terminated, .downstream)
    case .trigger: (.terminated, .trigger)
    case .newer: (.explicit, .replaced)
    }
  }
}

/// Ends one subscription in the way of its party.
final class Ender: Sendable {
  let party: Party
  private let trigger = PublishSubject<Bool>()
  private let choice = BehaviorSubject(true)
  private let held = Mutex<(handle: Subscription?, owner: (any Sendable)?)>((nil, nil))
  private let count: Int

  /// - Parameter count: after how many events the party `take` has enough.
  init(_ party: Party, count: Int = .max) {
    self.party = party
    self.count = count
  }

  /// The signal, and downstream of it what the party needs there.
  func standingBefore<Value: Sendable>(_ signal: Signal<Value>) -> Signal<Value> {
    switch party {
    case .take: count == .max ? signal : signal.take(count)
    case .trigger: signal.take(until: trigger)
    case .newer: choice.flatMapLatest { $0 ? signal : .never() }
    default: signal
    }
  }

  func attach(_ handle: Subscription) {
    let owner: (any Sendable)? =
      switch party {
      case .bag: owned(by: DisposeBag()) { handle.disposed(by: $0) }
      case .composite: owned(by: CompositeDisposable()) { $0.add(handle) }
      case .scope: ScopedDisposable(handle)
      case .serial: SerialDisposable(handle)
      default: nil
      }
    held.withLock { $0 = (handle, owner) }
  }

  private func owned<Owner>(by owner: Owner, _ give: (Owner) -> Void) -> Owner {
    give(owner)
    return owner
  }

  enum Effect {
    /// The subscription has ended, or is about to.
    case ended
    /// The same, and nothing at all may come any more.
    case silenced
  }

  /// Ends the subscription. Nil if that cannot be yet, since nobody has its handle.
  func end() -> Effect? {
    if !party.isOperator, held.withLock({ $0.handle }) == nil { return nil }
    switch party {
    case .take: return nil
    case .trigger: trigger.next(false)
    case .newer: choice.next(false)
    case .handle: held.withLock { $0.handle }?.dispose()
    case .composite: (held.withLock { $0.owner } as? CompositeDisposable)?.dispose()
    case .serial: (held.withLock { $0.owner } as? SerialDisposable)?.inner = nil
    // The last reference goes here.
    case .bag, .scope: _ = held.withLock { exchange(&$0.owner, with: nil) }
    }
    return party.isOperator ? .ended : .silenced
  }

  /// Ends what is left, whoever was to do it.
  func endAnyway() {
    held.withLock { $0.handle }?.dispose()
    trigger.completed()
    choice.completed()
  }
}

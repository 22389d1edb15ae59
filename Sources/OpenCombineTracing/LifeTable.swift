#if OpenCombine
  import OpenCombine
  import SignalTracing

  /// Living subscriptions by an identity. Threads rarely meet in it: it has parts, each with its own lock.
  final class LifeTable: Sendable {
    private struct State {
      var lives: [Identity: [SubscribedLife]] = [:]
      var count = 0
      /// Where this many live, the ones that are gone are looked for.
      var limit = LifeTable.least
    }

    private final class Part: Sendable {
      let state = Lock(State())
    }

    private static let least = 16
    private let parts = (0..<64).map { _ in Part() }

    private func part(of identity: Identity) -> Part { parts[identity.hashValue & 63] }

    /// Adds a life.
    ///
    /// - Returns: lives of the same part whose subscribers went out of memory, now and then.
    func add(_ life: SubscribedLife, for identity: Identity) -> [SubscribedLife] {
      part(of: identity).state.withLock { state in
        state.lives[identity, default: []].append(life)
        state.count += 1
        guard state.count >= state.limit else { return [] }
        let gone = state.lives.values.joined().filter(\.isGone)
        state.limit = max(Self.least, (state.count - gone.count) * 2)
        return gone
      }
    }

    func remove(_ life: SubscribedLife, for identity: Identity) {
      let last = part(of: identity).state.withLock { state -> [SubscribedLife]? in
        guard let place = state.lives[identity]?.firstIndex(where: { $0 === life }) else { return nil }
        state.count -= 1
        if state.lives[identity]?.count == 1 { return state.lives.removeValue(forKey: identity) }
        state.lives[identity]?.remove(at: place)
        return nil
      }
      // Its memory goes here, without the lock.
      _ = last
    }

    /// In the order in which they came.
    func lives(for identity: Identity) -> [SubscribedLife] {
      part(of: identity).state.withLock { $0.lives[identity] ?? [] }
    }

    /// The newest one with a subscriber of this type.
    func newest(for identity: Identity, _ type: Any.Type) -> SubscribedLife? {
      let key = ObjectIdentifier(type)
      return part(of: identity).state.withLock { $0.lives[identity]?.last { $0.subscriberType == key } }
    }

    var count: Int { parts.reduce(0) { $0 + $1.state.withLock { $0.count } } }
  }

  /// The living, by their subscribers and by the subscriptions that these got.
  struct LifeTables: Sendable {
    let bySubscriber = LifeTable()
    let bySubscription = LifeTable()

    func life<Downstream: Subscriber>(of subscriber: Downstream) -> SubscribedLife? {
      bySubscriber.newest(for: Identity(subscriber), Downstream.self)
    }

    /// The life whose publisher hands its subscriber on to another publisher now. OpenCombine erases the type
    /// of a subscriber that it has seen before.
    func handingOn<Downstream: Subscriber>(_ subscriber: Downstream) -> SubscribedLife? {
      guard Downstream.self == AnySubscriber<Downstream.Input, Downstream.Failure>.self,
        let life = bySubscriber.lives(for: Identity(subscriber)).last
      else { return nil }
      // An erased one of the program's may subscribe again.
      let isProgramsOwn = life.subscriberType == ObjectIdentifier(Downstream.self)
      return isProgramsOwn && life.subscription != nil ? nil : life
    }

    /// Takes a life out after its end.
    func forget(_ life: SubscribedLife) {
      bySubscriber.remove(life, for: life.subscriber)
      if let subscription = life.subscription { bySubscription.remove(life, for: subscription) }
    }
  }
#endif

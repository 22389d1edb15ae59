#if OpenCombine
  import OpenCombine
  import SignalTracing
  import Synchronization
  import TraceFormat

  /// The identity that OpenCombine knows a subscriber or a subscription by.
  struct Identity: Hashable, @unchecked Sendable {
    // A constant number.
    private let identifier: CombineIdentifier

    init(_ owner: some CustomCombineIdentifierConvertible) { identifier = owner.combineIdentifier }
  }

  /// The life of a publisher as one subscriber sees it.
  final class SubscribedLife: TracedLife, @unchecked Sendable {
    // `state` is a lock, `inners` is atomic, everything else is constant.

    private struct State {
      var subscription: Identity?
      var object: KeptObject?
    }

    let publisher: PublisherKind
    let subscriber: Identity
    /// Parts of one operator may have one identity, and differ by their types.
    let subscriberType: ObjectIdentifier
    /// The life of the operator that subscribes; nil for a root.
    let downstream: SubscribedLife?
    let role: Role
    /// Its subscriber is that of `downstream`, whose publisher has handed it on as it is.
    let isHandedOn: Bool

    private let subscriberObject: KeptObject?
    private let source: ObjectIdentifier?
    private let state = Lock(State())
    private let inners = Atomic<UInt32>(0)

    init<Downstream: Subscriber>(
      of published: SubscribedPublisher, for subscriber: Downstream, at place: SubscriptionPlace
    ) {
      publisher = published.kind
      self.subscriber = Identity(subscriber)
      subscriberType = place.subscriberType ?? ObjectIdentifier(Downstream.self)
      downstream = place.downstream
      role = place.role
      isHandedOn = place.subscriberType != nil
      subscriberObject = Downstream.self is AnyObject.Type ? KeptObject(subscriber as AnyObject) : nil
      source = published.hotObject.map(ObjectIdentifier.init)
      super.init(published.site, downstream: place.downstream, role: place.role)
      if let subject = published.hotObject {
        let number = HotSources.join(subject)
        if TracedSubscription.livesAreWatched { trace.joined(source: number) }
      }
    }

    deinit {
      if let source { HotSources.leave(source) }
    }

    // MARK: Its parts

    /// The life that the subscriber was attached to by the program or by an operator.
    var head: SubscribedLife {
      var life = self
      while life.isHandedOn, let below = life.downstream { life = below }
      return life
    }

    /// Itself, and the lives below it that have the same subscriber: an event passes all of them.
    func forEachToHead(_ body: (SubscribedLife) -> Void) {
      var life = self
      body(life)
      while life.isHandedOn, let below = life.downstream {
        life = below
        body(life)
      }
    }

    /// The role of one more inner subscription.
    func nextInner() -> Role {
      Role(.inner, number: inners.add(1, ordering: .relaxed).newValue)
    }

    // MARK: Its subscription

    /// Keeps the first subscription that its subscriber gets. False for any other one.
    func take(_ subscription: any Subscription) -> Bool {
      let identity = Identity(subscription)
      let object = KeptObject.of(subscription)
      return state.withLock { state in
        guard state.subscription == nil else { return false }
        state.subscription = identity
        state.object = object
        return true
      }
    }

    var subscription: Identity? { state.withLock { $0.subscription } }

    // MARK: Its end

    /// Its subscriber has gone out of memory: nothing arrives there any more.
    ///
    /// A structure has no memory of its own. It counts as gone once its subscription is, and the operator
    /// that it was a part of has ended.
    var isGone: Bool {
      if let subscriberObject { return subscriberObject.isGone }
      guard let downstream, downstream.isOver else { return false }
      return state.withLock { $0.object?.isGone ?? false }
    }
  }
#endif

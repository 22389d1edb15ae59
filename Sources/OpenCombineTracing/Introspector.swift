#if OpenCombine
  import OpenCombine
  import SignalTracing
  import TraceFormat

  /// Hears of everything that OpenCombine's publishers and subscribers do.
  final class Introspector: _Introspection, Sendable {
    static let shared = Introspector()

    private let tables = LifeTables()

    /// The number of entries that the living have.
    var entryCount: Int { tables.bySubscriber.count + tables.bySubscription.count }

    // MARK: Subscribing

    func willReceive<Upstream: Publisher, Downstream: Subscriber>(publisher: Upstream, subscriber: Downstream)
    where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
      let stack = DeliveryStack.current
      let place = stack.place(of: subscriber, in: tables)
      let life = SubscribedLife(of: SubscribedPublisher(publisher), for: subscriber, at: place)
      end(tables.bySubscriber.add(life, for: life.subscriber))
      stack.enter(.subscribing(life))
    }

    func didReceive<Upstream: Publisher, Downstream: Subscriber>(publisher: Upstream, subscriber: Downstream)
    where Upstream.Failure == Downstream.Failure, Upstream.Output == Downstream.Input {
      DeliveryStack.current.leave()
    }

    func willReceive<Downstream: Subscriber>(subscriber: Downstream, subscription: any Subscription) {
      let life = tables.life(of: subscriber)
      let identity = Identity(subscription)
      life?.forEachToHead { part in
        guard part.take(subscription) else { return }
        end(tables.bySubscription.add(part, for: identity))
        // It may have been ended meanwhile, when it was not in the table.
        if part.isOver { tables.bySubscription.remove(part, for: identity) }
      }
      DeliveryStack.current.enter(.delivering(life, .subscription, cause: nil))
    }

    func didReceive<Downstream: Subscriber>(subscriber: Downstream, subscription: any Subscription) {
      DeliveryStack.current.leave()
    }

    // MARK: Values

    func willReceive<Downstream: Subscriber>(subscriber: Downstream, input: Downstream.Input) {
      let life = tables.life(of: subscriber)
      var cause: UInt64?
      if TracedSubscription.watchOnValues != 0 {
        life?.forEachToHead { part in
          guard !part.isOver else { return }
          let before = part.trace.next { String(describing: input) }
          cause = cause ?? before
        }
      }
      DeliveryStack.current.enter(.delivering(life, .value, cause: cause))
    }

    func didReceive<Downstream: Subscriber>(
      subscriber: Downstream, input: Downstream.Input, resultingDemand: Subscribers.Demand
    ) {
      DeliveryStack.current.leave()
    }

    func willRequest(subscription: any Subscription, _ demand: Subscribers.Demand) {
      DeliveryStack.current.enter(.requesting(Identity(subscription)))
    }

    func didRequest(subscription: any Subscription, _ demand: Subscribers.Demand) {
      DeliveryStack.current.leave()
    }

    // MARK: Ends

    func willReceive<Downstream: Subscriber>(
      subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
    ) {
      let life = tables.life(of: subscriber)
      var cause: UInt64?
      life?.forEachToHead { part in
        guard part.takeEnd() else { return }
        if TracedSubscription.terminalEventsAreWatched {
          let before = part.reportEnd(completion)
          cause = cause ?? before
        }
        if TracedSubscription.livesAreWatched { part.trace.disposed(.terminated) }
        tables.forget(part)
      }
      DeliveryStack.current.enter(.delivering(life, .completion, cause: cause))
    }

    func didReceive<Downstream: Subscriber>(
      subscriber: Downstream, completion: Subscribers.Completion<Downstream.Failure>
    ) {
      DeliveryStack.current.leave()
    }

    func willCancel(subscription: any Subscription) {
      let stack = DeliveryStack.current
      var ended: [SubscribedLife] = []
      let lives = tables.bySubscription.lives(for: Identity(subscription))
      for life in stack.chain(of: lives) where life.dispose(stack.reason(for: life)) {
        tables.forget(life)
        ended.append(life)
      }
      stack.enter(.cancelling(ended))
    }

    func didCancel(subscription: any Subscription) { DeliveryStack.current.leave() }

    /// Ends lives whose subscribers went out of memory.
    private func end(_ gone: [SubscribedLife]) {
      for life in gone where life.dispose(.deinitialized) {
        tables.forget(life)
      }
    }
  }

  extension SubscribedLife {
    /// Reports how its publisher ended.
    ///
    /// - Returns: the event whose delivery goes on afterwards.
    fileprivate func reportEnd(_ completion: Subscribers.Completion<some Error>) -> UInt64 {
      switch completion {
      case .finished: trace.completed()
      case .failure(let error): trace.error(error)
      }
    }
  }
#endif

#if OpenCombine
  import SignalTracing
  import TraceFormat

  extension DeliveryStack {
    /// The lives that end with a subscription, the lowest one first.
    ///
    /// Operators such as `map` hand their source's subscription on: the lives of one chain have the same one.
    /// `Subscriptions.empty` belongs to many chains. Then the chain is meant whose downstream is cancelled at
    /// this moment, or that delivers; else the newest.
    ///
    /// - Parameter lives: all lives with this subscription, in the order in which they got it.
    func chain(of lives: [SubscribedLife]) -> [SubscribedLife] {
      let living = lives.filter { !$0.isOver }
      let lowest = living.filter { life in !living.contains { $0 === life.downstream } }
      guard let first = lowest.last(where: isMeant) ?? lowest.last else { return [] }
      if lowest.count == 1 { return living.reversed() }
      var chain: [SubscribedLife] = [first]
      for life in living.reversed() where chain.contains(where: { $0 === life.downstream }) {
        chain.append(life)
      }
      return chain
    }

    /// Whether the innermost call is about it.
    private func isMeant(_ life: SubscribedLife) -> Bool {
      switch steps.last {
      case .cancelling(let lives): lives.contains { $0 === life.downstream }
      case .delivering(let delivering?, _, _): delivering.head === life
      default: false
      }
    }

    /// Why a life ends that is cancelled now.
    func reason(for life: SubscribedLife) -> DisposalReason {
      guard let below = life.downstream, life.role.kind != .nested else {
        // The last subscriber of a share cancels its connection.
        if case .cancelling = steps.last, life.role.kind == .shared { return .downstream }
        return .explicit
      }
      if below.isOver { return .downstream }
      guard case .delivering(let delivering?, .value, _) = steps.last, delivering.head !== life,
        delivering.head.downstream === below
      else { return .downstream }
      // Another input of its operator got a value.
      if delivering.head.role.kind == .control { return .trigger }
      return life.role.kind == .inner && delivering.head.role.kind == .source ? .replaced : .downstream
    }
  }
#endif

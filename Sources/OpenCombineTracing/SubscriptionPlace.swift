#if OpenCombine
  import OpenCombine
  import SignalTracing
  import TraceFormat

  /// Where a new subscription stands: for whose sake it is made, and how.
  struct SubscriptionPlace {
    /// Nil for a root, and for the connection of a multicast, which belongs to nobody.
    var downstream: SubscribedLife?
    var role = Role(.source)
    /// The type of the subscriber that another publisher has handed on; nil for one that is attached the
    /// first time.
    var subscriberType: ObjectIdentifier?

    static let root = SubscriptionPlace()
  }

  extension DeliveryStack {
    /// Where a subscription stands that is made now.
    func place<Downstream: Subscriber>(
      of subscriber: Downstream, in tables: LifeTables
    ) -> SubscriptionPlace {
      if let life = tables.handingOn(subscriber) {
        return SubscriptionPlace(downstream: life, subscriberType: life.subscriberType)
      }
      let kind = SubscriberKind.of(Downstream.self)
      for step in steps.reversed() {
        switch step {
        case .subscribing(let life):
          // A publisher that makes a subject connects it.
          if kind == .subject { return SubscriptionPlace(role: Role(.shared)) }
          return Self.part(kind, of: life, Role(.source))
        case .delivering(let life?, let delivered, _):
          let head = life.head
          guard let below = head.downstream, head.role.kind != .nested else {
            return SubscriptionPlace(downstream: head, role: Role(.nested))
          }
          return Self.part(kind, of: below, Self.role(in: below, after: delivered))
        case .requesting(let subscription):
          // It was made by the publisher of the first life that got it.
          guard let life = tables.bySubscription.lives(for: subscription).first else { continue }
          return Self.part(kind, of: life, Role(.source))
        case .delivering(nil, _, _), .cancelling: continue
        }
      }
      return .root
    }

    private static func part(
      _ kind: SubscriberKind, of life: SubscribedLife, _ role: @autoclosure () -> Role
    ) -> SubscriptionPlace {
      switch kind {
      case .program, .subject: SubscriptionPlace(downstream: life, role: Role(.nested))
      case .control: SubscriptionPlace(downstream: life, role: Role(.control))
      case .part: SubscriptionPlace(downstream: life, role: role())
      }
    }

    private static func role(in life: SubscribedLife, after delivered: Delivered) -> Role {
      switch delivered {
      case .subscription: Role(.source)
      case .value: life.nextInner()
      // `retry` begins its source anew, and `append` goes on with the next one.
      case .completion: life.publisher.replacesItsSource ? life.nextInner() : Role(.source)
      }
    }
  }
#endif

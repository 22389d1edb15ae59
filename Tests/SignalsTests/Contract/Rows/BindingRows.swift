import Signals

/// Where signals meet objects: what is bound, and what sends for as long as an object lives.
extension OperatorTable {
  private static let deaf: OperatorRow.Completion = { _ in false }

  @RowBuilder static var bindings: [OperatorRow] {
    row("bind(to:)", named: "PublishSubject", traits: .outlivesSubscribers) { b in
      let subject = PublishSubject<LivingValue>()
      b.keep(b.source.bind(to: subject))
      return subject
    }
    row(
      "bind(to:) 2", "PublishRelay.init()", named: "PublishRelay", completes: deaf,
      traits: .outlivesSubscribers, .mustNotFail
    ) { b in
      let relay = PublishRelay<LivingValue>()
      b.keep(b.source.bind(to: relay))
      return relay
    }
    row(
      "BehaviorRelay.init(_:)", named: "BehaviorRelay", completes: deaf,
      traits: .outlivesSubscribers, .mustNotFail, .keepsValues
    ) { b in
      let relay = BehaviorRelay(b.value(0))
      b.keep(b.source.bind(to: relay))
      return relay
    }
    row(
      "ReplayRelay.init(capacity:)", named: "ReplayRelay", completes: deaf,
      traits: .outlivesSubscribers, .mustNotFail, .keepsValues
    ) { b in
      let relay = ReplayRelay<LivingValue>(capacity: 1)
      b.keep(b.source.bind(to: relay))
      return relay
    }
    row(
      "bind(to:) 3", "MutableProperty.init(_:)", "Property.signal", named: "MutableProperty", completes: deaf,
      traits: .outlivesSubscribers, .mustNotFail, .keepsValues
    ) { b in
      let property = MutableProperty(b.value(0))
      b.hold(property)
      b.keep(b.source.bind(to: property))
      return property.signal
    }
    row(
      "Property.init(_:then:)", named: "Property", traits: .outlivesSubscribers, .mustNotFail, .keepsValues
    ) { b in
      let property = Property(b.value(0), then: b.source)
      b.hold(property)
      return property.signal
    }
    row("Property.init(_:)", named: "Property", roles: [], completes: deaf, traits: .keepsValues) { b in
      let property = Property(b.value(0))
      b.hold(property)
      return property.signal
    }
    row(
      "ValidatingProperty.init(_:validate:)", named: "Property", completes: deaf,
      traits: .outlivesSubscribers, .mustNotFail, .keepsValues
    ) { b in
      let property = ValidatingProperty(b.value(0)) { .success($0) }
      b.hold(property)
      b.keep(b.source.bind(to: property) { $0.set($1) })
      return property.accepted.signal
    }
    row(
      "bind(to:_:)", "Channel.init()", named: "Channel", completes: deaf,
      traits: .outlivesSubscribers, .mustNotFail, .keepsValues
    ) { b in
      let channel = Channel<LivingValue>()
      b.hold(channel)
      b.keep(b.source.bind(to: channel) { $0.leading.next($1) })
      return channel.following
    }
    row(
      "assign(to:on:)", named: "PublishSubject", completes: deaf, traits: .outlivesSubscribers, .mustNotFail
    ) { b in
      let slot = Slot()
      b.hold(slot)
      b.keep(b.source.assign(to: \.value, on: slot))
      return slot.subject
    }
    row("withUnretained(_:)") { b in
      let object = Slot()
      b.hold(object)
      return b.source.withUnretained(object)
    }
    row("take(during:)", named: "take(during:)") { b in
      let (lifetime, token) = Lifetime.make()
      b.hold(token)
      return b.source.take(during: lifetime)
    }
    row("Lifetime.willDeinit", named: "Lifetime", roles: [], completes: deaf, traits: .sendsNothing) { b in
      let (lifetime, token) = Lifetime.make()
      b.hold(token)
      return lifetime.willDeinit
    }
    row(
      "Action.init(enabledIf:allowsConcurrency:_:)", "Action.execute(_:)", named: "Action",
      closures: ["work"], traits: .outlivesSubscribers, .goesOnForGood, .keepsValues
    ) { b in
      Action<Int, LivingValue> { _ in try b("work", b.source) }.execute(1)
    }
    row(
      "Action.init(state:enabledIf:allowsConcurrency:_:)", named: "Action", closures: ["work"],
      traits: .outlivesSubscribers, .goesOnForGood, .keepsValues
    ) { b in
      Action<Int, LivingValue>(state: Property(1)) { _, _ in try b("work", b.source) }.execute(1)
    }
  }
}

/// An object with a property that sends what it is set to.
private final class Slot: Sendable {
  let subject = PublishSubject<LivingValue>()
  private let nothing = LivingValue(0, Lives())
  /// A key path reads it before it sets it.
  var value: LivingValue {
    get { nothing }
    set { subject.next(newValue) }
  }
}

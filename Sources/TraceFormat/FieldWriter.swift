/// Writes the fields of a record. Numbers are the same for every writer; texts and sites are its own.
protocol FieldWriter: RecordFields {
  /// Writes numbers.
  mutating func encode(_ fields: (inout RecordEncoder) -> Void)
}

extension FieldWriter {
  mutating func keep(_ subscription: SubscriptionID) -> SubscriptionID {
    encode { $0.put(subscription: subscription.rawValue) }
    return subscription
  }

  mutating func keep(_ event: EventID) -> EventID {
    encode { $0.put(event: event.rawValue) }
    return event
  }

  mutating func keep(cause: EventID?) -> EventID? {
    encode { $0.put(cause: cause?.rawValue ?? 0) }
    return cause
  }

  mutating func near(_ subscription: SubscriptionID) -> SubscriptionID {
    encode { $0.put(nearSubscription: subscription.rawValue) }
    return subscription
  }

  mutating func near(_ label: String, _ subscription: SubscriptionID) -> SubscriptionID { near(subscription) }

  mutating func near(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
    encode { $0.put(nearSubscription: subscription?.rawValue ?? 0) }
    return subscription
  }

  mutating func near(_ label: String, of source: UInt64) -> UInt64 {
    encode { $0.put(nearSource: source) }
    return source
  }

  mutating func near(_ label: String, _ event: EventID) -> EventID {
    encode { $0.put(nearEvent: event.rawValue) }
    return event
  }

  mutating func near(_ label: String, ifAny event: EventID?) -> EventID? {
    encode { $0.put(nearEvent: event?.rawValue ?? 0) }
    return event
  }

  mutating func plain(_ label: String, _ owner: OwnerID) -> OwnerID {
    encode { $0.varint(owner.rawValue) }
    return owner
  }

  mutating func plain(_ label: String, ifAny owner: OwnerID?) -> OwnerID? {
    encode { $0.varint(owner?.rawValue ?? 0) }
    return owner
  }

  mutating func plain(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
    encode { $0.varint(subscription?.rawValue ?? 0) }
    return subscription
  }

  mutating func plain(_ label: String, _ number: UInt64) -> UInt64 {
    encode { $0.varint(number) }
    return number
  }

  mutating func plain(_ label: String, _ number: UInt32) -> UInt32 {
    encode { $0.varint(UInt64(number)) }
    return number
  }

  mutating func role(_ role: Role) -> Role {
    encode { $0.varint(UInt64(role.rawValue)) }
    return role
  }

  mutating func word(_ kind: EventKind) -> EventKind {
    encode { $0.varint(UInt64(kind.rawValue)) }
    return kind
  }

  mutating func word(_ reason: DisposalReason) -> DisposalReason {
    encode { $0.varint(UInt64(reason.rawValue)) }
    return reason
  }

  mutating func word(_ kind: OwnerKind) -> OwnerKind {
    encode { $0.varint(UInt64(kind.rawValue)) }
    return kind
  }

  mutating func word(_ call: OwnerCall) -> OwnerCall {
    encode { $0.varint(UInt64(call.rawValue)) }
    return call
  }

  mutating func age(_ label: String, _ moment: UInt64) -> UInt64 {
    encode { $0.varint($0.ticks &- moment) }
    return moment
  }
}

extension RecordEncoder {
  /// Writes the record of an event that is made of numbers alone: without texts, names and sites.
  package mutating func put(_ event: TraceEvent, ticks: UInt64) {
    let kind = event.kind
    var numbers = NumberWriter(encoder: self)
    if kind.carriesLength {
      let start = numbers.encoder.begin(extended: kind, ticks: ticks)
      event.passed(through: &numbers)
      numbers.encoder.end(start)
    } else {
      numbers.encoder.begin(kind, ticks: ticks)
      event.passed(through: &numbers)
    }
    self = numbers.encoder
  }
}

/// Writes the fields of an event that is made of numbers alone.
private struct NumberWriter: FieldWriter {
  var encoder: RecordEncoder

  mutating func encode(_ fields: (inout RecordEncoder) -> Void) { fields(&encoder) }

  mutating func text(_ label: String, _ text: String) -> String { missing(text) }
  mutating func text(_ label: String, ifAny text: String?) -> String? { missing(text) }
  mutating func name(_ name: String) -> String { missing(name) }
  mutating func site(_ site: Site) -> Site { missing(site) }
  mutating func ownSite(_ site: Site) -> Site { missing(site) }
  mutating func ownSite(ifAny site: Site?) -> Site? { missing(site) }

  private mutating func missing<Field>(_ field: Field) -> Field {
    assertionFailure("The recorder writes texts and sites by itself")
    encoder.varint(0)
    return field
  }
}

/// Records that are read by the table: rare ones, and all kinds from 64 up.
extension RecordDecoder {
  /// Nil for what makes no sense, or has no meaning for this version.
  mutating func read(_ kind: RecordKind) -> TraceEvent? {
    isUnknown = false
    guard let blank = TraceEvent.blank(kind) else { return nil }
    let event = blank.passed(through: &self)
    return isUnknown ? nil : event
  }

  /// A record that carries its length. Nil for what has no meaning for this version: the record is skipped.
  mutating func extended(_ kind: RecordKind?) -> TraceEvent? {
    withExtent { fields in
      guard let kind else { return nil }
      if kind != .siteTraits { return fields.read(kind) }
      fields.readTraits()
      return nil
    }
  }
}

/// Each field is the one that is read. Where that one makes no sense, nothing behind it is read.
extension RecordDecoder: RecordFields {
  mutating func keep(_ subscription: SubscriptionID) -> SubscriptionID {
    readSubscription() ?? malformed(subscription)
  }

  mutating func keep(_ event: EventID) -> EventID { readEvent() ?? malformed(event) }
  mutating func keep(cause: EventID?) -> EventID? { EventID(readCause()) }

  mutating func near(_ subscription: SubscriptionID) -> SubscriptionID {
    SubscriptionID(nearSubscription()) ?? malformed(subscription)
  }

  mutating func near(_ label: String, _ subscription: SubscriptionID) -> SubscriptionID { near(subscription) }

  mutating func near(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
    SubscriptionID(nearSubscription())
  }

  mutating func near(_ label: String, of source: UInt64) -> UInt64 {
    let read = nearSubscription()
    return read == 0 ? malformed(source) : read
  }

  mutating func near(_ label: String, _ event: EventID) -> EventID {
    EventID(nearEvent()) ?? malformed(event)
  }

  mutating func near(_ label: String, ifAny event: EventID?) -> EventID? { EventID(nearEvent()) }
  mutating func plain(_ label: String, _ owner: OwnerID) -> OwnerID { OwnerID(varint()) ?? malformed(owner) }
  mutating func plain(_ label: String, ifAny owner: OwnerID?) -> OwnerID? { OwnerID(varint()) }

  mutating func plain(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
    SubscriptionID(varint())
  }

  mutating func plain(_ label: String, _ number: UInt64) -> UInt64 { varint() }

  mutating func plain(_ label: String, _ number: UInt32) -> UInt32 {
    UInt32(exactly: varint()) ?? malformed(number)
  }

  mutating func role(_ role: Role) -> Role {
    Role(rawValue: UInt32(exactly: varint()) ?? malformed(role.rawValue))
  }

  mutating func word(_ kind: EventKind) -> EventKind { EventKind(rawValue: small()) ?? malformed(kind) }
  mutating func word(_ reason: DisposalReason) -> DisposalReason { readReason() }
  mutating func word(_ kind: OwnerKind) -> OwnerKind { OwnerKind(rawValue: small()) ?? .unknown }

  /// The rest of the record is read also for an unknown call: it may define a site.
  mutating func word(_ call: OwnerCall) -> OwnerCall {
    if let read = OwnerCall(rawValue: small()) { return read }
    isUnknown = true
    return call
  }

  mutating func text(_ label: String, _ text: String) -> String { readText(length: varint()) }
  mutating func text(_ label: String, ifAny text: String?) -> String? { readOptionalText() }
  mutating func name(_ name: String) -> String { readString() ?? malformed(name) }
  mutating func site(_ site: Site) -> Site { readSite() ?? malformed(site) }

  /// A site of the table that records from kind 64 up have for themselves.
  mutating func ownSite(_ site: Site) -> Site {
    swap(&names, &extendedNames)
    defer { swap(&names, &extendedNames) }
    return readSite() ?? malformed(site)
  }

  mutating func ownSite(ifAny site: Site?) -> Site? {
    guard varint() != 0 else { return nil }
    return ownSite(Site(operatorName: "", file: "", line: 0))
  }

  /// The moment itself is `earlierTicks`.
  mutating func age(_ label: String, _ moment: UInt64) -> UInt64 {
    readAge()
    return moment
  }

  /// Puts the cursor behind the end for good.
  private mutating func malformed<Field>(_ field: Field) -> Field {
    cursor = end + 1
    return field
  }
}

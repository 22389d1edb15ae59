/// Takes the fields of a record, one after the other (``TraceEvent/passed(through:)``). There is one method
/// for each form of a field in FORMAT.md. Each returns the field: the one that it was given, or the one that
/// was read in its place.
///
/// Usable from inline, so that exports have code of their own for it.
@usableFromInline
package protocol RecordFields {
  /// `sub`: the subscription that the next records are close to.
  mutating func keep(_ subscription: SubscriptionID) -> SubscriptionID
  /// `ev`: the event that the next records are close to.
  mutating func keep(_ event: EventID) -> EventID
  /// `cause`: the cause of that event.
  mutating func keep(cause: EventID?) -> EventID?

  /// `near sub`: the subscription that the record is about, in kinds from 64 up.
  mutating func near(_ subscription: SubscriptionID) -> SubscriptionID
  /// `near sub`: another subscription.
  mutating func near(_ label: String, _ subscription: SubscriptionID) -> SubscriptionID
  /// `near sub?`
  mutating func near(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID?
  /// `near sub`: what subscribers join. It got its number when its first subscriber came, so that it is close
  /// to the subscription if this one was among the first.
  mutating func near(_ label: String, of source: UInt64) -> UInt64
  /// `near ev`
  mutating func near(_ label: String, _ event: EventID) -> EventID
  /// `near ev?`
  mutating func near(_ label: String, ifAny event: EventID?) -> EventID?

  /// `id`
  mutating func plain(_ label: String, _ owner: OwnerID) -> OwnerID
  /// `id?`
  mutating func plain(_ label: String, ifAny owner: OwnerID?) -> OwnerID?
  /// `id?`
  mutating func plain(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID?
  /// `number`
  mutating func plain(_ label: String, _ number: UInt64) -> UInt64
  /// `number32`
  mutating func plain(_ label: String, _ number: UInt32) -> UInt32

  /// `role`
  mutating func role(_ role: Role) -> Role
  /// `event kind`
  mutating func word(_ kind: EventKind) -> EventKind
  /// `reason`
  mutating func word(_ reason: DisposalReason) -> DisposalReason
  /// `owner kind`
  mutating func word(_ kind: OwnerKind) -> OwnerKind
  /// `call`
  mutating func word(_ call: OwnerCall) -> OwnerCall

  /// `text`
  mutating func text(_ label: String, _ text: String) -> String
  /// `optional text`
  mutating func text(_ label: String, ifAny text: String?) -> String?
  /// `name`
  mutating func name(_ name: String) -> String
  /// `site`, for kinds below 64.
  mutating func site(_ site: Site) -> Site
  /// `own site`, for kinds from 64 up.
  mutating func ownSite(_ site: Site) -> Site
  /// `own site?`
  mutating func ownSite(ifAny site: Site?) -> Site?
  /// `age`: an earlier moment.
  mutating func age(_ label: String, _ moment: UInt64) -> UInt64
}

/// Looks at some of the fields, and leaves all as they are.
@usableFromInline
package protocol FieldReader: RecordFields {}

extension FieldReader {
  @inlinable package mutating func keep(_ subscription: SubscriptionID) -> SubscriptionID { subscription }
  @inlinable package mutating func keep(_ event: EventID) -> EventID { event }
  @inlinable package mutating func keep(cause: EventID?) -> EventID? { cause }
  @inlinable package mutating func near(_ subscription: SubscriptionID) -> SubscriptionID { subscription }
  @inlinable
  package mutating func near(_ label: String, _ subscription: SubscriptionID) -> SubscriptionID {
    subscription
  }
  @inlinable
  package mutating func near(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
    subscription
  }
  @inlinable package mutating func near(_ label: String, of source: UInt64) -> UInt64 { source }
  @inlinable package mutating func near(_ label: String, _ event: EventID) -> EventID { event }
  @inlinable package mutating func near(_ label: String, ifAny event: EventID?) -> EventID? { event }
  @inlinable package mutating func plain(_ label: String, _ owner: OwnerID) -> OwnerID { owner }
  @inlinable package mutating func plain(_ label: String, ifAny owner: OwnerID?) -> OwnerID? { owner }
  @inlinable
  package mutating func plain(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
    subscription
  }
  @inlinable package mutating func plain(_ label: String, _ number: UInt64) -> UInt64 { number }
  @inlinable package mutating func plain(_ label: String, _ number: UInt32) -> UInt32 { number }
  @inlinable package mutating func role(_ role: Role) -> Role { role }
  @inlinable package mutating func word(_ kind: EventKind) -> EventKind { kind }
  @inlinable package mutating func word(_ reason: DisposalReason) -> DisposalReason { reason }
  @inlinable package mutating func word(_ kind: OwnerKind) -> OwnerKind { kind }
  @inlinable package mutating func word(_ call: OwnerCall) -> OwnerCall { call }
  @inlinable package mutating func text(_ label: String, _ text: String) -> String { text }
  @inlinable package mutating func text(_ label: String, ifAny text: String?) -> String? { text }
  @inlinable package mutating func name(_ name: String) -> String { name }
  @inlinable package mutating func site(_ site: Site) -> Site { site }
  @inlinable package mutating func ownSite(_ site: Site) -> Site { site }
  @inlinable package mutating func ownSite(ifAny site: Site?) -> Site? { site }
  @inlinable package mutating func age(_ label: String, _ moment: UInt64) -> UInt64 { moment }
}

extension TraceEvent {
  /// The subscription that it is about; nil where it is about none.
  package var subject: SubscriptionID? {
    if case .next(let id, _, _, _) = self { return id }
    var subject = Subject()
    passed(through: &subject)
    return subject.id
  }

  private struct Subject: FieldReader {
    var id: SubscriptionID?

    mutating func keep(_ subscription: SubscriptionID) -> SubscriptionID {
      id = subscription
      return subscription
    }
    mutating func near(_ subscription: SubscriptionID) -> SubscriptionID {
      id = subscription
      return subscription
    }
    mutating func plain(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
      id = subscription
      return subscription
    }
  }
}

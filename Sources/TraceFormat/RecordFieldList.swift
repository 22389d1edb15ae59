/// One field of a record, as FORMAT.md describes it.
package struct RecordField {
  package enum Content {
    case subscription(SubscriptionID?)
    case event(EventID?)
    case owner(OwnerID?)
    case number(UInt64)
    case role(Role)
    /// A number that has a name.
    case word(UInt8, String)
    case text(String?)
    case site(Site?)
  }

  /// How it is written: `near sub`.
  package let form: String
  /// Its name; nil where the form says it.
  package let label: String?
  package let content: Content
}

extension TraceEvent {
  /// The fields of the event's record, in the order of the record.
  package var fields: [RecordField] {
    var list = FieldList()
    passed(through: &list)
    return list.fields
  }
}

/// Collects the fields of a record.
private struct FieldList: RecordFields {
  var fields: [RecordField] = []

  private mutating func add(_ form: String, _ label: String?, _ content: RecordField.Content) {
    fields.append(RecordField(form: form, label: label, content: content))
  }

  mutating func keep(_ subscription: SubscriptionID) -> SubscriptionID {
    add("sub", nil, .subscription(subscription))
    return subscription
  }

  mutating func keep(_ event: EventID) -> EventID {
    add("ev", nil, .event(event))
    return event
  }

  mutating func keep(cause: EventID?) -> EventID? {
    add("cause", nil, .event(cause))
    return cause
  }

  mutating func near(_ subscription: SubscriptionID) -> SubscriptionID {
    add("near sub", nil, .subscription(subscription))
    return subscription
  }

  mutating func near(_ label: String, _ subscription: SubscriptionID) -> SubscriptionID {
    add("near sub", label, .subscription(subscription))
    return subscription
  }

  mutating func near(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
    add("near sub?", label, .subscription(subscription))
    return subscription
  }

  mutating func near(_ label: String, of source: UInt64) -> UInt64 {
    add("near sub", label, .number(source))
    return source
  }

  mutating func near(_ label: String, _ event: EventID) -> EventID {
    add("near ev", label, .event(event))
    return event
  }

  mutating func near(_ label: String, ifAny event: EventID?) -> EventID? {
    add("near ev?", label, .event(event))
    return event
  }

  mutating func plain(_ label: String, _ owner: OwnerID) -> OwnerID {
    add("id", label, .owner(owner))
    return owner
  }

  mutating func plain(_ label: String, ifAny owner: OwnerID?) -> OwnerID? {
    add("id?", label, .owner(owner))
    return owner
  }

  mutating func plain(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
    add("id?", label, .subscription(subscription))
    return subscription
  }

  mutating func plain(_ label: String, _ number: UInt64) -> UInt64 {
    add("number", label, .number(number))
    return number
  }

  mutating func plain(_ label: String, _ number: UInt32) -> UInt32 {
    add("number32", label, .number(UInt64(number)))
    return number
  }

  mutating func role(_ role: Role) -> Role {
    add("role", nil, .role(role))
    return role
  }

  mutating func word(_ kind: EventKind) -> EventKind {
    add("event kind", nil, .word(kind.rawValue, "\(kind)"))
    return kind
  }

  mutating func word(_ reason: DisposalReason) -> DisposalReason {
    add("reason", nil, .word(reason.rawValue, "\(reason)"))
    return reason
  }

  mutating func word(_ kind: OwnerKind) -> OwnerKind {
    add("owner kind", nil, .word(kind.rawValue, "\(kind)"))
    return kind
  }

  mutating func word(_ call: OwnerCall) -> OwnerCall {
    add("call", nil, .word(call.rawValue, "\(call)"))
    return call
  }

  mutating func text(_ label: String, _ text: String) -> String {
    add("text", label, .text(text))
    return text
  }

  mutating func text(_ label: String, ifAny text: String?) -> String? {
    add("optional text", label, .text(text))
    return text
  }

  mutating func name(_ name: String) -> String {
    add("name", nil, .text(name))
    return name
  }

  mutating func site(_ site: Site) -> Site {
    add("site", nil, .site(site))
    return site
  }

  mutating func ownSite(_ site: Site) -> Site {
    add("own site", nil, .site(site))
    return site
  }

  mutating func ownSite(ifAny site: Site?) -> Site? {
    add("own site?", nil, .site(site))
    return site
  }

  mutating func age(_ label: String, _ moment: UInt64) -> UInt64 {
    add("age", label, .number(moment))
    return moment
  }
}

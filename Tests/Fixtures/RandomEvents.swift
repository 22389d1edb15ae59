package import TraceFormat

/// Events of any kind, with any content: the same in every run.
package struct RandomEvents {
  private var fields: RandomFields

  package init(seed: UInt64) { fields = RandomFields(numbers: SplitMix(state: seed)) }

  /// An event of the kind; nil where the kind is no event's.
  package mutating func event(_ kind: RecordKind) -> TraceEvent? {
    TraceEvent.blank(kind)?.passed(through: &fields)
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

/// Takes no field as it is.
private struct RandomFields: RecordFields {
  var numbers: SplitMix

  /// Small, middle and large ones: each length of a number in a record.
  private mutating func number() -> UInt64 { numbers.next() >> UInt64.random(in: 0..<64, using: &numbers) }
  private mutating func positive() -> UInt64 { max(1, number()) }
  private mutating func one<Element>(of all: [Element]) -> Element { all.randomElement(using: &numbers)! }
  private mutating func ifAny<Field>(_ field: Field) -> Field? { one(of: [field, nil]) }

  private mutating func site(traits: SiteTraits) -> Site {
    Site(
      operatorName: one(of: ["map", "flatMap", ""]), file: one(of: ["a.swift", Samples.hostile]),
      line: one(of: [1, 2, .max]), traits: traits)
  }

  mutating func keep(_ subscription: SubscriptionID) -> SubscriptionID { near(subscription) }
  mutating func keep(_ event: EventID) -> EventID { EventID(positive())! }
  mutating func keep(cause: EventID?) -> EventID? { EventID(number()) }
  mutating func near(_ subscription: SubscriptionID) -> SubscriptionID { SubscriptionID(positive())! }
  mutating func near(_ label: String, _ subscription: SubscriptionID) -> SubscriptionID { near(subscription) }
  mutating func near(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
    SubscriptionID(number())
  }
  mutating func near(_ label: String, of source: UInt64) -> UInt64 { positive() }
  mutating func near(_ label: String, _ event: EventID) -> EventID { EventID(positive())! }
  mutating func near(_ label: String, ifAny event: EventID?) -> EventID? { EventID(number()) }
  mutating func plain(_ label: String, _ owner: OwnerID) -> OwnerID { OwnerID(positive())! }
  mutating func plain(_ label: String, ifAny owner: OwnerID?) -> OwnerID? { OwnerID(number()) }
  mutating func plain(_ label: String, ifAny subscription: SubscriptionID?) -> SubscriptionID? {
    SubscriptionID(number())
  }
  mutating func plain(_ label: String, _ number: UInt64) -> UInt64 { self.number() }
  mutating func plain(_ label: String, _ number: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: self.number())
  }
  mutating func role(_ role: Role) -> Role { Role(rawValue: UInt32(truncatingIfNeeded: number())) }
  mutating func word(_ kind: EventKind) -> EventKind { one(of: EventKind.allCases) }
  mutating func word(_ reason: DisposalReason) -> DisposalReason { one(of: DisposalReason.allCases) }
  mutating func word(_ kind: OwnerKind) -> OwnerKind { one(of: OwnerKind.allCases) }
  mutating func word(_ call: OwnerCall) -> OwnerCall { one(of: OwnerCall.allCases) }
  mutating func text(_ label: String, _ text: String) -> String { one(of: ["", "a", Samples.hostile]) }
  mutating func text(_ label: String, ifAny text: String?) -> String? { ifAny(self.text(label, "")) }
  mutating func name(_ name: String) -> String { text("", name) }
  mutating func site(_ site: Site) -> Site { self.site(traits: one(of: [[], .flattens, [.hot, .timer]])) }
  /// A record from kind 64 up does not say what its site is.
  mutating func ownSite(_ site: Site) -> Site { self.site(traits: []) }
  mutating func ownSite(ifAny site: Site?) -> Site? { ifAny(self.site(traits: [])) }
  mutating func age(_ label: String, _ moment: UInt64) -> UInt64 { .random(in: 0...999, using: &numbers) }
}

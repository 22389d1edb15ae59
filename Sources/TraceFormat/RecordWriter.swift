/// Writes records: what each kind holds, field after field, as FORMAT.md says. This is the one place that says it, for
/// the recorder in a traced program as for whoever makes a recording out of records.
///
/// The two differ in how they write what is not a number. The recorder knows names by the addresses of static strings
/// and has reserved its room; the other has Swift strings and room that grows.
///
/// Usable from inline, as is what it names: else another module has no code of its own for it, and a record takes twice the
/// time.
@usableFromInline
package protocol RecordWriter: ~Copyable {
  /// A text that is written where it stands.
  associatedtype Text
  /// A name that a chunk defines once.
  associatedtype Name
  /// A call site that a chunk defines once.
  associatedtype Place

  /// Counts a record that is no event of a signal, for the chunk's head.
  mutating func noteOther()
  /// One that says more than that it is there.
  mutating func noteTelling()
  /// Writes numbers.
  mutating func encode(_ fields: (inout RecordEncoder) -> Void)
  mutating func put(text: Text)
  mutating func put(name: Name)
  /// Returns the site's number if it is defined here.
  mutating func put(place: Place) -> UInt32?
  /// For records of kinds from 64 up, whose names are their own.
  mutating func put(extendedPlace: Place)
  /// Writes a text that may be missing.
  mutating func put(optionalText: Text?)
  /// Writes the head of a record of a kind from 64 up, its fields, and their length.
  mutating func extended(_ kind: RecordKind, _ ticks: UInt64, _ fields: (inout Self) -> Void)
}

// Subscriptions.
extension RecordWriter where Self: ~Copyable {
  @inlinable @inline(__always)
  package mutating func subscribed(
    _ ticks: UInt64, _ subscription: UInt64, downstream: UInt64, role: UInt32, at place: Place, traits: UInt32
  ) {
    let defined = birth(.subscribed, ticks, subscription, downstream, role, place)
    if let defined { siteTraits(ticks, defined, traits) }
  }

  @inlinable @inline(__always)
  package mutating func aliveBefore(
    _ ticks: UInt64, _ subscription: UInt64, downstream: UInt64, role: UInt32, at place: Place,
    traits: UInt32, since: UInt64
  ) {
    noteTelling()
    let defined = birth(.aliveBefore, ticks, subscription, downstream, role, place)
    encode { $0.varint(ticks &- since) }
    if let defined { siteTraits(ticks, defined, traits) }
  }

  @inlinable @inline(__always)
  package mutating func named(_ ticks: UInt64, _ subscription: UInt64, owner: UInt64, label: Text?) {
    noteOther()
    plain(.named, ticks, subscription)
    encode { $0.varint(owner) }
    put(optionalText: label)
  }

  /// A value that is described. One that is not is written by `RecordEncoder.next`.
  @inlinable @inline(__always)
  package mutating func nextValue(
    _ ticks: UInt64, _ subscription: UInt64, event: UInt64, cause: UInt64, value: Text
  ) {
    caused(.nextValue, ticks, subscription, event, cause)
    put(text: value)
  }

  @inlinable @inline(__always)
  package mutating func error(
    _ ticks: UInt64, _ subscription: UInt64, event: UInt64, cause: UInt64, description: Text?
  ) {
    caused(.error, ticks, subscription, event, cause)
    put(optionalText: description)
  }

  @inlinable @inline(__always)
  package mutating func completed(_ ticks: UInt64, _ subscription: UInt64, event: UInt64, cause: UInt64) {
    caused(.completed, ticks, subscription, event, cause)
  }

  @inlinable @inline(__always)
  package mutating func disposed(
    _ ticks: UInt64, _ subscription: UInt64, event: UInt64, cause: UInt64, reason: UInt8
  ) {
    caused(.disposed, ticks, subscription, event, cause)
    encode { $0.varint(UInt64(reason)) }
  }

  @inlinable @inline(__always)
  package mutating func released(_ ticks: UInt64, _ subscription: UInt64) {
    noteOther()
    plain(.released, ticks, subscription)
  }

  @inlinable @inline(__always)
  package mutating func handleReleased(_ ticks: UInt64, _ subscription: UInt64) {
    noteOther()
    plain(.handleReleased, ticks, subscription)
  }

  @inlinable @inline(__always)
  package mutating func dropped(_ ticks: UInt64, _ subscription: UInt64, kind: UInt8) {
    noteOther()
    plain(.dropped, ticks, subscription)
    encode { $0.varint(UInt64(kind)) }
  }

  @inlinable @inline(__always)
  package mutating func overlap(_ ticks: UInt64, _ subscription: UInt64, other: UInt32) {
    noteOther()
    plain(.overlap, ticks, subscription)
    encode { $0.varint(UInt64(other)) }
  }

  @inlinable @inline(__always)
  package mutating func joined(_ ticks: UInt64, _ subscription: UInt64, connection: UInt64) {
    noteOther()
    extended(.joined, ticks) {
      $0.encode {
        $0.put(nearSubscription: subscription)
        $0.varint(connection)
      }
    }
  }

  @inlinable @inline(__always)
  package mutating func waiting(_ ticks: UInt64, _ subscription: UInt64, input: UInt32, count: UInt64) {
    noteOther()
    extended(.waiting, ticks) {
      $0.encode {
        $0.put(nearSubscription: subscription)
        $0.varint(UInt64(input))
        $0.varint(count)
      }
    }
  }

  @inlinable @inline(__always)
  package mutating func counted(_ ticks: UInt64, _ subscription: UInt64, values: UInt64) {
    noteTelling()
    extended(.counted, ticks) {
      $0.encode {
        $0.put(nearSubscription: subscription)
        $0.varint(values)
      }
    }
  }

  @inlinable @inline(__always)
  package mutating func begun(_ ticks: UInt64, _ subscription: UInt64, within event: UInt64) {
    noteOther()
    extended(.begun, ticks) {
      $0.encode {
        $0.put(nearSubscription: subscription)
        $0.put(nearEvent: event)
      }
    }
  }

  @inlinable @inline(__always)
  package mutating func joinedSource(_ ticks: UInt64, _ subscription: UInt64, source: UInt64) {
    noteOther()
    extended(.joinedSource, ticks) {
      $0.encode {
        $0.put(nearSubscription: subscription)
        $0.put(nearSource: source)
      }
    }
  }

  @inlinable @inline(__always)
  package mutating func subscribedAgain(_ ticks: UInt64, _ subscription: UInt64, first: UInt64) {
    noteOther()
    extended(.subscribedAgain, ticks) {
      $0.encode {
        $0.put(nearSubscription: subscription)
        $0.put(nearSource: first)
      }
    }
  }
}

// Records that belong to no subscription.
extension RecordWriter where Self: ~Copyable {
  @inlinable @inline(__always)
  package mutating func mark(_ ticks: UInt64, event: UInt64, text: Text) {
    noteTelling()
    encode {
      $0.begin(.mark, ticks: ticks)
      $0.put(event: event)
    }
    put(text: text)
  }

  @inlinable @inline(__always)
  package mutating func connected(_ ticks: UInt64, connection: UInt64, source: UInt64, subscribers: UInt64) {
    noteOther()
    numbers(.connected, ticks, connection, source, subscribers)
  }

  @inlinable @inline(__always)
  package mutating func disconnected(
    _ ticks: UInt64, connection: UInt64, source: UInt64, subscribers: UInt64
  ) {
    noteOther()
    numbers(.disconnected, ticks, connection, source, subscribers)
  }

  @inlinable @inline(__always)
  package mutating func childAdded(_ ticks: UInt64, owner: UInt64, child: UInt64, total: UInt64) {
    noteOther()
    numbers(.childAdded, ticks, owner, child, total)
  }

  @inlinable @inline(__always)
  package mutating func childRemoved(_ ticks: UInt64, owner: UInt64, child: UInt64, total: UInt64) {
    noteOther()
    numbers(.childRemoved, ticks, owner, child, total)
  }

  @inlinable @inline(__always)
  package mutating func ownerDisposed(_ ticks: UInt64, owner: UInt64, children: UInt64) {
    noteOther()
    encode {
      $0.begin(.ownerDisposed, ticks: ticks)
      $0.varint(owner)
      $0.varint(children)
    }
  }

  @inlinable @inline(__always)
  package mutating func owner(_ ticks: UInt64, _ owner: UInt64, kind: UInt8, type: Text?, at place: Place?) {
    noteOther()
    extended(.owner, ticks) {
      $0.encode {
        $0.varint(owner)
        $0.varint(UInt64(kind))
      }
      $0.put(optionalText: type)
      $0.encode { $0.varint(place == nil ? 0 : 1) }
      if let place { $0.put(extendedPlace: place) }
    }
  }

  @inlinable @inline(__always)
  package mutating func ownerReleased(_ ticks: UInt64, owner: UInt64) {
    noteOther()
    extended(.ownerReleased, ticks) { $0.encode { $0.varint(owner) } }
  }

  @inlinable @inline(__always)
  package mutating func called(_ ticks: UInt64, _ call: UInt8, id: UInt64, at place: Place) {
    noteOther()
    extended(.called, ticks) {
      $0.encode {
        $0.varint(UInt64(call))
        $0.varint(id)
      }
      $0.put(extendedPlace: place)
    }
  }

  @inlinable @inline(__always)
  package mutating func scheduled(
    _ ticks: UInt64, work: UInt64, scheduler: UInt64, cause: UInt64, delay: UInt64, name: Name
  ) {
    noteOther()
    encode {
      $0.begin(.scheduled, ticks: ticks)
      $0.varint(work)
      $0.varint(scheduler)
      $0.put(nearEvent: cause)
      $0.varint(delay)
    }
    put(name: name)
  }

  /// Work that began, ended or was cancelled.
  @inlinable @inline(__always)
  package mutating func work(
    _ kind: RecordKind, _ ticks: UInt64, work: UInt64, scheduler: UInt64, name: Name
  ) {
    noteOther()
    encode {
      $0.begin(kind, ticks: ticks)
      $0.varint(work)
      $0.varint(scheduler)
    }
    put(name: name)
  }

  @inlinable @inline(__always)
  package mutating func lost(_ ticks: UInt64, count: UInt64, since: UInt64) {
    noteTelling()
    encode {
      $0.begin(.lost, ticks: ticks)
      $0.varint(count)
      $0.varint(ticks &- since)
    }
  }
}

// The common fields of kinds.
extension RecordWriter where Self: ~Copyable {
  @inlinable @inline(__always)
  mutating func plain(_ kind: RecordKind, _ ticks: UInt64, _ subscription: UInt64) {
    encode {
      $0.begin(kind, ticks: ticks)
      $0.put(subscription: subscription)
    }
  }

  @inlinable @inline(__always)
  mutating func caused(
    _ kind: RecordKind, _ ticks: UInt64, _ subscription: UInt64, _ event: UInt64, _ cause: UInt64
  ) {
    plain(kind, ticks, subscription)
    encode {
      $0.put(event: event)
      $0.put(cause: cause)
    }
  }

  @inlinable @inline(__always)
  mutating func numbers(
    _ kind: RecordKind, _ ticks: UInt64, _ first: UInt64, _ second: UInt64, _ third: UInt64
  ) {
    encode {
      $0.begin(kind, ticks: ticks)
      $0.varint(first)
      $0.varint(second)
      $0.varint(third)
    }
  }

  @inlinable @inline(__always)
  mutating func birth(
    _ kind: RecordKind, _ ticks: UInt64, _ subscription: UInt64, _ downstream: UInt64, _ role: UInt32,
    _ place: Place
  ) -> UInt32? {
    plain(kind, ticks, subscription)
    encode {
      $0.put(downstream: downstream)
      $0.varint(UInt64(role))
    }
    return put(place: place)
  }

  /// Follows the record that defined the site, where there is something to say.
  @inlinable @inline(__always)
  mutating func siteTraits(_ ticks: UInt64, _ site: UInt32, _ traits: UInt32) {
    guard traits != 0 else { return }
    extended(.siteTraits, ticks) {
      $0.encode {
        $0.varint(UInt64(site))
        $0.varint(UInt64(traits))
      }
    }
  }
}

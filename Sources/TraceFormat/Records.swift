// The table of records. A kind of record has a row in each of four lists, all of them here: its number, its
// event, its fields and its blank. Writers, readers and exports go by them, and a test holds FORMAT.md
// against them.

/// The number of a record's kind in a chunk. A record begins with twice this number; an odd first byte is the
/// short form of `next` (see FORMAT.md). Kinds from 64 up carry their length, so that older readers can skip
/// them; they change nothing that a reader keeps for other kinds. New kinds have numbers from 64 up.
@usableFromInline
package enum RecordKind: UInt8, CaseIterable, Sendable {
  case subscribed = 1
  case named = 2
  /// A value with its description. A value without one is the short form.
  case next = 3
  case error = 4
  case completed = 5
  case disposed = 6
  case released = 7
  case handleReleased = 8
  case dropped = 9
  case overlap = 10
  case connected = 11
  case disconnected = 12
  case mark = 13
  case childAdded = 14
  case childRemoved = 15
  case ownerDisposed = 16
  case scheduled = 17
  case workBegan = 18
  case workEnded = 19
  case workCancelled = 20
  case aliveBefore = 21
  case lost = 22
  /// No record of its own: it follows the one that defined the site.
  case siteTraits = 64
  case owner = 65
  case ownerReleased = 66
  case joined = 67
  case called = 68
  case waiting = 69
  case counted = 70
  case begun = 71
  case joinedSource = 72
  case subscribedAgain = 73
  case unheard = 74
  case abandoned = 75
}

extension RecordKind {
  /// The kind with the highest number.
  package static var newest: RecordKind { .abandoned }
}

extension RecordCounts {
  /// The edition of FORMAT.md that knows all records, roles, reasons and traits of a chunk. Each new kind of
  /// record makes another edition; with a new role, reason or trait, add one here. Added so far: one, for the
  /// roles `task` and `loop` and the reason `cancelled`.
  ///
  /// Computed: a stored one would be made on first use, with a lock, in the midst of an event.
  package static var vocabulary: UInt32 { UInt32(RecordKind.newest.rawValue) - 70 + 1 }
}

extension TraceEvent {
  /// The kind of the event's record.
  package var kind: RecordKind {
    switch self {
    case .subscribed: .subscribed
    case .named: .named
    case .next: .next
    case .error: .error
    case .completed: .completed
    case .disposed: .disposed
    case .released: .released
    case .handleReleased: .handleReleased
    case .dropped: .dropped
    case .overlap: .overlap
    case .connected: .connected
    case .disconnected: .disconnected
    case .mark: .mark
    case .childAdded: .childAdded
    case .childRemoved: .childRemoved
    case .ownerDisposed: .ownerDisposed
    case .scheduled: .scheduled
    case .workBegan: .workBegan
    case .workEnded: .workEnded
    case .workCancelled: .workCancelled
    case .aliveBefore: .aliveBefore
    case .owner: .owner
    case .ownerReleased: .ownerReleased
    case .joined: .joined
    case .called: .called
    case .waiting: .waiting
    case .counted: .counted
    case .begun: .begun
    case .joinedSource: .joinedSource
    case .subscribedAgain: .subscribedAgain
    case .unheard: .unheard
    case .abandoned: .abandoned
    case .lost: .lost
    }
  }

  /// Hands the fields of the event's record to `it`, one after the other, in the order of the record. Returns
  /// the event with the returned fields: a decoder returns the fields it has read, a writer the fields it has
  /// written.
  @inlinable @discardableResult
  package func passed(through it: inout some RecordFields) -> TraceEvent {
    switch self {
    case .subscribed(let id, let downstream, let role, let site):
      .subscribed(
        it.keep(id), downstream: it.near("downstream", ifAny: downstream), role: it.role(role),
        site: it.site(site))
    case .named(let id, let owner, let label):
      .named(it.keep(id), owner: it.plain("owner", ifAny: owner), label: it.text("label", ifAny: label))
    case .next(let id, let event, let cause, nil):
      .next(it.keep(id), event: it.keep(event), cause: it.keep(cause: cause), value: nil)
    case .next(let id, let event, let cause, let value?):
      .next(
        it.keep(id), event: it.keep(event), cause: it.keep(cause: cause), value: it.text("value", value))
    case .error(let id, let event, let cause, let description):
      .error(
        it.keep(id), event: it.keep(event), cause: it.keep(cause: cause),
        description: it.text("description", ifAny: description))
    case .completed(let id, let event, let cause):
      .completed(it.keep(id), event: it.keep(event), cause: it.keep(cause: cause))
    case .disposed(let id, let event, let cause, let reason):
      .disposed(it.keep(id), event: it.keep(event), cause: it.keep(cause: cause), reason: it.word(reason))
    case .released(let id): .released(it.keep(id))
    case .handleReleased(let id): .handleReleased(it.keep(id))
    case .dropped(let id, let kind): .dropped(it.keep(id), it.word(kind))
    case .overlap(let id, let other):
      .overlap(it.keep(id), other: ThreadID(rawValue: it.plain("other", other.rawValue)))
    case .connected(let connection, let source, let subscribers):
      .connected(
        connection: it.plain("connection", connection), source: it.plain("source", ifAny: source),
        subscribers: it.plain("subscribers", subscribers))
    case .disconnected(let connection, let source, let subscribers):
      .disconnected(
        connection: it.plain("connection", connection), source: it.plain("source", ifAny: source),
        subscribers: it.plain("subscribers", subscribers))
    case .mark(let event, let text): .mark(it.keep(event), text: it.text("text", text))
    case .childAdded(let owner, let child, let total):
      .childAdded(it.plain("owner", owner), child: it.plain("child", child), total: it.plain("total", total))
    case .childRemoved(let owner, let child, let total):
      .childRemoved(
        it.plain("owner", owner), child: it.plain("child", child), total: it.plain("total", total))
    case .ownerDisposed(let owner, let children):
      .ownerDisposed(it.plain("owner", owner), children: it.plain("children", children))
    case .scheduled(let work, let scheduler, let cause, let delay, let name):
      .scheduled(
        work: it.plain("work", work), scheduler: it.plain("scheduler", scheduler),
        cause: it.near("cause", ifAny: cause), delay: it.plain("delay", delay), name: it.name(name))
    case .workBegan(let work, let scheduler, let name):
      .workBegan(
        work: it.plain("work", work), scheduler: it.plain("scheduler", scheduler), name: it.name(name))
    case .workEnded(let work, let scheduler, let name):
      .workEnded(
        work: it.plain("work", work), scheduler: it.plain("scheduler", scheduler), name: it.name(name))
    case .workCancelled(let work, let scheduler, let name):
      .workCancelled(
        work: it.plain("work", work), scheduler: it.plain("scheduler", scheduler), name: it.name(name))
    case .aliveBefore(let id, let downstream, let role, let site, let since):
      .aliveBefore(
        it.keep(id), downstream: it.near("downstream", ifAny: downstream), role: it.role(role),
        site: it.site(site), since: it.age("since", since))
    case .owner(let owner, let kind, let type, let site):
      .owner(
        it.plain("owner", owner), kind: it.word(kind), type: it.text("type", ifAny: type),
        site: it.ownSite(ifAny: site))
    case .ownerReleased(let owner): .ownerReleased(it.plain("owner", owner))
    case .joined(let id, let connection):
      .joined(it.near(id), connection: it.plain("connection", connection))
    case .called(let call, let id, let site):
      .called(it.word(call), id: it.plain("id", id), site: it.ownSite(site))
    case .waiting(let id, let input, let count):
      .waiting(it.near(id), input: it.plain("input", input), count: it.plain("count", count))
    case .counted(let id, let values): .counted(it.near(id), values: it.plain("values", values))
    case .begun(let id, let event): .begun(it.near(id), within: it.near("within", event))
    case .joinedSource(let id, let source): .joinedSource(it.near(id), source: it.near("source", of: source))
    case .subscribedAgain(let id, let first): .subscribedAgain(it.near(id), first: it.near("first", first))
    case .unheard(let source, let event, let count, let ended):
      .unheard(
        source: it.near("source", of: source), within: it.near("within", ifAny: event),
        count: it.plain("count", count), ended: it.plain("ended", ended))
    case .abandoned(let source): .abandoned(source: it.near("source", of: source))
    case .lost(let count, let since): .lost(count: it.plain("count", count), since: it.age("since", since))
    }
  }

  /// An event of a kind, for a decoder to fill. Nil for a kind that is no event's.
  package static func blank(_ kind: RecordKind) -> TraceEvent? {
    let (id, event, owner) = (SubscriptionID(1)!, EventID(1)!, OwnerID(1)!)
    let site = Site(operatorName: "", file: "", line: 0)
    let role = Role(rawValue: 0)
    return switch kind {
    case .siteTraits: nil
    case .subscribed: .subscribed(id, downstream: nil, role: role, site: site)
    case .named: .named(id, owner: nil, label: nil)
    case .next: .next(id, event: event, cause: nil, value: "")
    case .error: .error(id, event: event, cause: nil, description: nil)
    case .completed: .completed(id, event: event, cause: nil)
    case .disposed: .disposed(id, event: event, cause: nil, reason: .unknown)
    case .released: .released(id)
    case .handleReleased: .handleReleased(id)
    case .dropped: .dropped(id, .next)
    case .overlap: .overlap(id, other: ThreadID(rawValue: 0))
    case .connected: .connected(connection: 0, source: nil, subscribers: 0)
    case .disconnected: .disconnected(connection: 0, source: nil, subscribers: 0)
    case .mark: .mark(event, text: "")
    case .childAdded: .childAdded(owner, child: 0, total: 0)
    case .childRemoved: .childRemoved(owner, child: 0, total: 0)
    case .ownerDisposed: .ownerDisposed(owner, children: 0)
    case .scheduled: .scheduled(work: 0, scheduler: 0, cause: nil, delay: 0, name: "")
    case .workBegan: .workBegan(work: 0, scheduler: 0, name: "")
    case .workEnded: .workEnded(work: 0, scheduler: 0, name: "")
    case .workCancelled: .workCancelled(work: 0, scheduler: 0, name: "")
    case .aliveBefore: .aliveBefore(id, downstream: nil, role: role, site: site, since: 0)
    case .owner: .owner(owner, kind: .unknown, type: nil, site: nil)
    case .ownerReleased: .ownerReleased(owner)
    case .joined: .joined(id, connection: 0)
    case .called: .called(.dispose, id: 0, site: site)
    case .waiting: .waiting(id, input: 0, count: 0)
    case .counted: .counted(id, values: 0)
    case .begun: .begun(id, within: event)
    case .joinedSource: .joinedSource(id, source: 1)
    case .subscribedAgain: .subscribedAgain(id, first: id)
    case .unheard: .unheard(source: 1, within: nil, count: 0, ended: 0)
    case .abandoned: .abandoned(source: 1)
    case .lost: .lost(count: 0, since: 0)
    }
  }
}

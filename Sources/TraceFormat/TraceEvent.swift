/// How a subscription came to be its downstream's. The numbers are the same in probes, records and exports.
public struct Role: RawRepresentable, Hashable, Sendable {
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// An operator's subscription to its source.
    case source = 0
    /// An inner signal of a flattening operator.
    case inner = 1
    /// A control signal: a take-until trigger, a sampler, a window boundary. Carries no data.
    case control = 2
    /// The connection of a multicast, shared by its subscribers.
    case shared = 3
    /// Made by user code while it ran on behalf of the downstream: guessed from the thread.
    case nested = 4
    /// A task of Swift concurrency; its downstream is the task that made it. The number is 1 for a child
    /// task, which cannot outlive its downstream, and 0 for any other.
    case task = 5
    /// A `for await` loop of a task.
    case loop = 6
  }

  /// The kind in the low 8 bits, the inner's number (from 1) above.
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public init(_ kind: Kind, number: UInt32 = 0) {
    rawValue = UInt32(kind.rawValue) | number << 8
  }

  /// Nil for a kind that this version does not know.
  public var kind: Kind? { Kind(rawValue: UInt8(truncatingIfNeeded: rawValue)) }
  /// The inner's number, from 1; 0 where there is none.
  public var number: UInt32 { rawValue >> 8 }
}

/// Why a subscription was disposed. The numbers are the same in probes, records and exports.
public enum DisposalReason: UInt8, Sendable, CaseIterable {
  case unknown = 0
  /// It had completed or failed.
  case terminated = 1
  /// Its downstream was disposed.
  case downstream = 2
  /// A bag, lifetime or composite that held its handle was disposed.
  case owner = 3
  /// A control signal fired (take-until).
  case trigger = 4
  /// A newer inner signal took its place (switch).
  case replaced = 5
  /// Something that held it went out of memory.
  case deinitialized = 6
  /// The program called `dispose()` on its handle.
  case explicit = 7
  /// Its task was cancelled. A task may go on after that: it is over when it is released.
  case cancelled = 8
}

/// The three kinds of event that a signal sends. The numbers are the same in probes, records and exports.
public enum EventKind: UInt8, Sendable, CaseIterable {
  case next = 0
  case error = 1
  case completed = 2
}

/// One thing that happened in the traced program.
public enum TraceEvent: Hashable, Sendable {
  case subscribed(SubscriptionID, downstream: SubscriptionID?, role: Role, site: Site)
  /// A label given with `named(_:)`, an owner that took the handle, or both.
  case named(SubscriptionID, owner: OwnerID?, label: String?)
  case next(SubscriptionID, event: EventID, cause: EventID?, value: String?)
  case error(SubscriptionID, event: EventID, cause: EventID?, description: String?)
  case completed(SubscriptionID, event: EventID, cause: EventID?)
  case disposed(SubscriptionID, event: EventID, cause: EventID?, reason: DisposalReason)
  /// The subscription's memory went.
  case released(SubscriptionID)
  /// The caller let go of the handle of a subscription that lives on.
  case handleReleased(SubscriptionID)
  /// An event that was not delivered: it came after the end, or the operator had no room for one more value.
  case dropped(SubscriptionID, EventKind)
  /// An event had to wait: `other` (or this thread, further up its stack) was inside.
  case overlap(SubscriptionID, other: ThreadID)
  case connected(connection: UInt64, source: SubscriptionID?, subscribers: UInt64)
  case disconnected(connection: UInt64, source: SubscriptionID?, subscribers: UInt64)
  case mark(EventID, text: String)
  case childAdded(OwnerID, child: UInt64, total: UInt64)
  case childRemoved(OwnerID, child: UInt64, total: UInt64)
  case ownerDisposed(OwnerID, children: UInt64)
  case scheduled(work: UInt64, scheduler: UInt64, cause: EventID?, delay: UInt64, name: String)
  case workBegan(work: UInt64, scheduler: UInt64, name: String)
  case workEnded(work: UInt64, scheduler: UInt64, name: String)
  case workCancelled(work: UInt64, scheduler: UInt64, name: String)
  /// The subscription was alive before the recording began.
  case aliveBefore(SubscriptionID, downstream: SubscriptionID?, role: Role, site: Site, since: UInt64)
  /// A bag, composite, serial place, lifetime or object that holds subscriptions: its kind and type, and the
  /// place where it was made.
  case owner(OwnerID, kind: OwnerKind, type: String?, site: Site?)
  /// The memory of an owner, or of the object that it stands for, went.
  case ownerReleased(OwnerID)
  /// The subscriber joined this connection of a multicast.
  case joined(SubscriptionID, connection: UInt64)
  /// The program's call that disposed, removed, replaced, added or connected something. It comes right before
  /// its effect, on the same thread. `id` is an owner, for `dispose` perhaps a subscription; for `connect`
  /// the subscription to the source.
  case called(OwnerCall, id: UInt64, site: Site)
  /// The number of values or inner signals that are held back. It is reported at 1,024, at each doubling, and
  /// when it falls to a quarter of the reported number. Inputs count from 1; 0 is the operator as a whole.
  case waiting(SubscriptionID, input: UInt32, count: UInt64)
  /// The number of values that went through the subscription without a record of their own.
  case counted(SubscriptionID, values: UInt64)
  /// The subscription, for nobody's sake, was begun while this event was being delivered: by the event's
  /// receiver. Comes right behind `subscribed`.
  case begun(SubscriptionID, within: EventID)
  /// The subscriber joined a source that is hot by itself (a subject, a relay, a property). `source` tells it
  /// from others of the same call site. Comes right behind `subscribed`, but for `begun`.
  case joinedSource(SubscriptionID, source: UInt64)
  /// The signal was subscribed to before, and does its work for each subscriber anew. `first` was the first
  /// subscription to it that somebody watched. Stands only for subscriptions that begin work of their own,
  /// and not for the first itself.
  case subscribedAgain(SubscriptionID, first: SubscriptionID)
  /// A source that is hot by itself was sent values while nobody was subscribed to it: so many in a row. Told
  /// at 1, 2, 4, 8 … of them, so that the number is a lower bound. `within` is the event during whose
  /// delivery the last of them was sent. `ended` is 1 if the source had completed or failed by then, else 0.
  case unheard(source: UInt64, within: EventID?, count: UInt64, ended: UInt32)
  /// Nobody can send to a source any more, nor end it, and it has subscribers. `source` is the number of a
  /// hot source, or that of the subscription to a closure that has let go of its subscriber.
  case abandoned(source: UInt64)
  /// `count` records of this thread, between `since` and the record's own time, were not written.
  case lost(count: UInt64, since: UInt64)
}

/// An event, when it happened and where.
public struct TraceRecord: Hashable, Sendable {
  /// Nanoseconds of `CLOCK_MONOTONIC`, the base of bpftrace's `nsecs`.
  public let time: UInt64
  public let thread: ThreadID
  public let event: TraceEvent

  public init(time: UInt64, thread: ThreadID, event: TraceEvent) {
    self.time = time
    self.thread = thread
    self.event = event
  }
}

import SignalTracing
import TraceAnalysis
import TraceFormat

/// The owners of subscriptions, and the events of each: bookkeeping without threads, clocks or callbacks.
struct LeakBooks {
  /// A check: from 1, never reused.
  typealias Key = Int

  /// Where an event happens.
  struct Place {
    let thread: ThreadID
    /// The check that the running task belongs to.
    let task: Key?
    /// The check that takes the tasks which are made here.
    let tasks: Key?
    /// The event that is being delivered.
    let cause: EventID?
  }

  struct Account {
    let opened: UInt64
    fileprivate(set) var builder = ForestBuilder(options: .init(keepsActivity: false, causeDepth: 0))
    fileprivate var takesStrays: Bool
    /// Disposals that have no known reason but the release of memory. They are held back until a record
    /// proves another reason.
    fileprivate var heldBack: [SubscriptionID: TraceRecord] = [:]
  }

  private struct Subscription {
    let owner: Key
    let downstream: SubscriptionID?
    /// A task, a loop, or a loop's stream. The release of its memory counts as its end.
    let isOfTask: Bool
    var isDisposed = false
  }

  private(set) var accounts: [Key: Account] = [:]
  private var lastKey = 0
  private var subscriptions: [SubscriptionID: Subscription] = [:]
  private var bags: [OwnerID: Key] = [:]
  /// For each source that is hot by itself: the checks whose subscriptions joined it.
  private var sources: [UInt64: Set<Key>] = [:]
  private var work: [UInt64: Key] = [:]
  private var threads: [ThreadID: ThreadHistory] = [:]

  mutating func open(at time: UInt64, takesStrays: Bool) -> Key {
    lastKey += 1
    accounts[lastKey] = Account(opened: time, takesStrays: takesStrays)
    return lastKey
  }

  mutating func close(_ key: Key) {
    accounts[key] = nil
    if accounts.isEmpty { threads = [:] }
    subscriptions = subscriptions.filter { $0.value.owner != key }
    bags = bags.filter { $0.value != key }
    work = work.filter { $0.value != key }
    sources = sources.compactMapValues { keys in
      let others = keys.subtracting([key])
      return others.isEmpty ? nil : others
    }
  }

  mutating func add(_ event: TraceEvent, at time: UInt64, _ here: Place) {
    let record = TraceRecord(time: time, thread: here.thread, event: event)
    switch event {
    case .subscribed(let id, let downstream, let role, let site):
      // The runtime's tasks have addresses. Tasks and loops that the program names have lines.
      let isOfRuntime = (role.kind == .task || role.kind == .loop) && site.isAddress
      let owner =
        downstream.map { subscriptions[$0]?.owner } ?? (isOfRuntime ? here.tasks : owner(at: here))
      guard let owner, accounts[owner] != nil else { return }
      subscriptions[id] = Subscription(
        owner: owner, downstream: downstream,
        isOfTask: isOfRuntime || downstream.flatMap { subscriptions[$0]?.isOfTask } ?? false)
      book(record, on: owner)
    case .next(let id, let event, _, _), .error(let id, let event, _, _), .completed(let id, let event, _):
      note(event, of: subscriptions[id]?.owner)
      book(record, of: id)
    case .disposed(let id, let event, _, let reason):
      note(event, of: subscriptions[id]?.owner)
      disposed(id, reason, record)
    case .released(let id):
      guard let owner = subscriptions[id]?.owner, accounts[owner]?.heldBack[id] == nil else { return }
      book(record, on: owner)
    case .connected(_, let source, _): source.map { book(record, of: $0) }
    case .disconnected(_, let source, _):
      // If the source's disposal is not booked yet, the connection ended with its memory.
      guard let source, subscriptions[source]?.isDisposed == true else { return }
      book(record, of: source)
    case .childAdded(let bag, let child, _):
      guard let owner = SubscriptionID(child).flatMap({ subscriptions[$0]?.owner }) ?? bags[bag] else {
        return
      }
      bags[bag] = owner
      book(record, on: owner)
    case .childRemoved(let bag, _, _), .ownerDisposed(let bag, _), .ownerReleased(let bag):
      bags[bag].map { book(record, on: $0) }
    case .scheduled(let number, _, _, _, _): work[number] = owner(at: here)
    case .workBegan(let number, _, _): threads[here.thread, default: ThreadHistory()].began(work[number])
    case .workEnded: threads[here.thread]?.ended()
    case .workCancelled(let number, _, _): work[number] = nil
    case .owner(let bag, _, _, _):
      guard let owner = owner(at: here) else { return }
      bags[bag] = owner
      book(record, on: owner)
    case .called, .mark: owner(at: here).map { book(record, on: $0) }
    case .joinedSource(let id, let source):
      guard let owner = subscriptions[id]?.owner else { return }
      sources[source, default: []].insert(owner)
      book(record, on: owner)
    case .abandoned(let source):
      // The number is that of a hot source or of a subscription.
      for owner in sources[source] ?? [] { book(record, on: owner) }
      SubscriptionID(source).map { book(record, of: $0) }
    case .aliveBefore, .lost: break
    default: event.subject.map { book(record, of: $0) }
    }
  }

  /// The check that a root belongs to.
  private func owner(at here: Place) -> Key? {
    if let key = threads[here.thread]?.work { return key }
    if let key = here.task { return key }
    if let cause = here.cause, let key = threads[cause.thread]?.owner(of: cause.sequence) { return key }
    return accounts.lazy.filter { $0.value.takesStrays }.map(\.key).max()
  }

  private mutating func note(_ event: EventID, of owner: Key?) {
    threads[event.thread, default: ThreadHistory()].sent(event.sequence, for: owner)
  }

  private mutating func book(_ record: TraceRecord, of id: SubscriptionID) {
    if let owner = subscriptions[id]?.owner { book(record, on: owner) }
  }

  private mutating func book(_ record: TraceRecord, on owner: Key) { accounts[owner]?.builder.add(record) }

  private mutating func disposed(_ id: SubscriptionID, _ reason: DisposalReason, _ record: TraceRecord) {
    guard let subscription = subscriptions[id] else { return }
    if reason == .deinitialized, !subscription.isOfTask {
      accounts[subscription.owner]?.heldBack[id] = record
      return
    }
    subscriptions[id]?.isDisposed = true
    // It was disposed because its downstream was. So the end of the downstream has another reason than the
    // release of memory.
    if reason == .downstream, let below = subscription.downstream,
      let proven = accounts[subscription.owner]?.heldBack.removeValue(forKey: below)
    {
      subscriptions[below]?.isDisposed = true
      book(proven, on: subscription.owner)
    }
    book(record, on: subscription.owner)
  }
}

/// The events of one thread, with their owners.
struct ThreadHistory {
  private static let most = 100_000

  /// The owner of the thread's events from each event on; ascending.
  private var turns: [(sequence: UInt64, owner: LeakBooks.Key?)] = []
  /// The owners of the scheduled work that the thread runs, the innermost last.
  private var running: [LeakBooks.Key?] = []

  var work: LeakBooks.Key? { running.last ?? nil }

  mutating func began(_ owner: LeakBooks.Key?) { running.append(owner) }
  mutating func ended() { _ = running.popLast() }

  mutating func sent(_ sequence: UInt64, for owner: LeakBooks.Key?) {
    guard turns.isEmpty ? owner != nil : turns[turns.count - 1].owner != owner else { return }
    if turns.count == Self.most { turns.removeFirst(Self.most / 2) }
    turns.append((sequence, owner))
  }

  /// The owner of an event; nil for none.
  func owner(of sequence: UInt64) -> LeakBooks.Key? {
    let next = turns.partitioningIndex { $0.sequence > sequence }
    return next > 0 ? turns[next - 1].owner : nil
  }
}

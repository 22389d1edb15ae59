package import TraceFormat

/// Makes a ``Forest`` from the records of one trace, in one pass.
///
/// Memory is in proportion to subscriptions, not to records. Records are best given in the order of time.
/// Records of different threads may be slightly out of order, and any record may be missing. A value type: a
/// copy can be finished while the original goes on, as a live view does.
package struct ForestBuilder: Sendable {
  package struct Options: Sendable {
    /// Keep when the values came (up to 400 bytes a life): for timelines.
    package var keepsActivity: Bool
    /// How many causes of each subscription to keep; 0 for none.
    package var causeDepth: Int

    /// Forget ended lives that can no longer matter, so that a program can be followed for hours. Counts stay
    /// true, and some lives of each kind are kept for the verdicts.
    package var folds: Bool

    package init(keepsActivity: Bool = true, causeDepth: Int = 4, folds: Bool = false) {
      self.keepsActivity = keepsActivity
      self.causeDepth = causeDepth
      self.folds = folds
    }
  }

  /// No trace has this many values, if they are counted one by one.
  private static let mostValues = UInt64.max / 2

  let options: Options
  /// In order of arrival, until ``finish(began:ended:)``.
  var lives: LifeRows
  /// Where the life of each subscription of the program lies.
  var lifeIndices = IdentifierTable()
  var sites = SiteTable()
  var recent = RecentEvents()
  var threads = ThreadTable()
  var owners = Owners()
  var ownerIndices = IdentifierTable()
  var connections: [Connection] = []
  var connectionIndices = IdentifierTable()
  var totals = Totals()
  /// By the program's numbers of the sources.
  var unheard: [UInt64: Unheard] = [:]
  /// By the program's numbers of the sources and subscriptions.
  var abandoned: [UInt64: Abandoned] = [:]
  /// By the program's numbers of the sources.
  var endCalls: [UInt64: Site] = [:]
  /// The subscription whose memory went last, where, and which record says so: its closures go right behind.
  var lastRelease = (id: SubscriptionID?.none, thread: ThreadID(rawValue: 0), record: UInt64(0))
  var marks: [Forest.Mark] = []
  var lost = LostRanges()
  var records: UInt64 = 0
  var firstTime = UInt64.max
  var lastTime: UInt64 = 0
  /// The value that has waited last: its thread may record it next.
  var waited: WaitedValue?
  /// The newest subscription that was made for nobody's sake, and whether its `subscribe` call is known to be
  /// over.
  var newestRoot: LifeIndex?
  var newestIsSet = false
  var newestThread = ThreadID(rawValue: 0)
  /// Whether anything else has happened since it was made.
  var hasGoneOn = false
  var epoch: UInt32 = 0
  /// How often something was sent out of the blue, and the life that it was sent to last: a subject sends to
  /// one life after the other.
  var actCount: UInt32 = 0
  var lastActLife: LifeIndex?
  var lastFresh: UInt64 = 0
  /// How often something happened that nothing in the recording led to.
  var freshCount: UInt32 = 0
  var blocked = BlockedThreads()
  /// Totals of the forgotten lives, and the number of lives at which some are forgotten next.
  var folded = FoldedLives()
  var foldsAt: Int
  /// No life is forgotten below this number.
  var leastLives = 20_000
  /// The life that stands for forgotten ones; nil while none is needed.
  var ghost: LifeIndex?

  package init(options: Options = Options()) {
    self.options = options
    lives = LifeRows(keepsDetails: options.keepsActivity || options.causeDepth > 0)
    foldsAt = options.folds ? leastLives : .max
  }

  /// Takes the next record. Nothing that a record says makes it trap.
  package mutating func add(_ record: TraceRecord) { add(record.event, record.time, record.thread) }

  /// The same, in parts.
  mutating func add(_ event: consuming TraceEvent, _ time: UInt64, _ thread: ThreadID) {
    if lives.count >= foldsAt { fold(time) }
    records &+= 1
    firstTime = min(firstTime, time)
    lastTime = max(lastTime, time)
    switch consume event {
    case .next(let id, let event, let cause, _):
      next(life(of: id, time, thread), event, cause, time, thread)
    case .error(let id, let event, let cause, let description):
      end(id, .error, event, cause, description, time, thread)
    case .completed(let id, let event, let cause):
      end(id, .completed, event, cause, nil, time, thread)
    case .subscribed(let id, let downstream, let role, let site):
      totals.subscribed += 1
      subscribed(id, downstream, role, site, time, thread, aliveSince: nil)
    case .aliveBefore(let id, let downstream, let role, let site, let since):
      totals.aliveBefore += 1
      subscribed(id, downstream, role, site, time, thread, aliveSince: since)
    case .disposed(let id, let event, let cause, let reason):
      disposed(id, event, cause, reason, time, thread)
    case .dropped(let id, let kind):
      dropped(life(of: id, time, thread), kind, time, thread)
    case .released(let id):
      totals.released += 1
      lives[life(of: id, time, thread)].release(time)
      lastRelease = (id, thread, records)
    case .handleReleased(let id):
      totals.handleReleased += 1
      handleReleased(life(of: id, time, thread), time, thread)
    case .overlap(let id, let other):
      overlapped(life(of: id, time, thread), with: other, on: thread)
    case .named(let id, let owner, let label):
      named(life(of: id, time, thread), owner, label)
    case .mark(_, let text):
      // A mark that was made from outside says nothing about the program.
      if thread != .outside {
        hasGoneOn = true
        threads.isAct(time, on: thread)
      }
      marks.append(Forest.Mark(time: time, text: text))
    case .lost(let count, let since):
      lost.add(count, from: since, to: time)
    case .connected(let connection, let source, let subscribers):
      let call = threads.call(on: thread).flatMap {
        $0.call == .connect && $0.id == source?.rawValue ? $0 : nil
      }
      let source = source.map { life(of: $0, time, thread) }
      changeConnection(connection) { connection in
        connection.subscribers = subscribers
        connection.source = source ?? connection.source
        connection.connectedAt = time
        connection.calledAt = call?.site.site
      }
    case .disconnected(let connection, let source, let subscribers):
      let source = source.map { life(of: $0, time, thread) }
      changeConnection(connection) { connection in
        connection.subscribers = subscribers
        connection.source = source ?? connection.source
        connection.disconnectedAt = time
      }
    case .childAdded(let owner, let child, let total):
      changeOwner(owner) { $0.count(total, added: true) }
      let handover = threads.takeHandover(to: owner, on: thread)
      take(child, into: owner, by: handover)
    case .childRemoved(let owner, let child, let total):
      changeOwner(owner) { $0.count(total, added: false) }
      letGo(child, by: owner, time, thread)
    case .ownerDisposed(let owner, _):
      let call = threads.call(on: thread).flatMap {
        $0.call == .dispose && $0.id == owner.rawValue ? $0.site.index : nil
      }
      changeOwner(owner) { $0.dispose(at: time, on: thread, by: call ?? 0) }
    case .waiting(let id, let input, let count):
      waits(life(of: id, time, thread), input: input, count: min(count, Self.mostValues), at: time)
    case .counted(let id, let values):
      let life = life(of: id, time, thread)
      // A damaged record may say anything. So the sum over any subscriptions is limited, with room for values
      // that are counted one by one.
      let values = min(values, Self.mostValues - min(Self.mostValues, totals.next))
      lives[life].values += values
      totals.next += values
    case .begun(let id, let event):
      begun(life(of: id, time, thread), within: event)
    case .joinedSource(let id, let source):
      lives[life(of: id, time, thread)].join(source)
    case .subscribedAgain(let id, let first):
      lives[life(of: id, time, thread)].subscribeAgain(first)
    case .unheard(let source, let event, let count, let ended):
      wentUnheard(source, within: event, count, hasEnded: ended != 0, time)
    case .abandoned(let source):
      wasAbandoned(source, time, thread)
    case .owner(let owner, let kind, let type, let site):
      let make = owners.number(of: kind, type, site)
      changeOwner(owner) { $0.make = make }
    case .ownerReleased(let owner):
      changeOwner(owner) { $0.release(at: time, on: thread) }
    case .joined(let id, let connection):
      let life = life(of: id, time, thread)
      lives.changeRare(life) { $0.connection = connection }
      changeConnection(connection) { $0.members.append(life) }
    case .called(.end, let source, let site):
      willEnd(source, at: site)
    case .called(let call, let id, let site):
      threads.note(ThreadTable.Call(call: call, id: id, site: sites.entry(site)), on: thread)
    case .workBegan(let work, let scheduler, _):
      threads.beginWork(time, on: thread)
      if let life = blocked.beginWork(work, of: scheduler, on: thread) {
        lives.changeRare(life) { $0.heldUpWorks = 0 }
      }
    case .workEnded(_, let scheduler, _):
      threads.endWork(time, on: thread)
      blocked.endWork(of: scheduler, on: thread)
    case .scheduled(let work, let scheduler, _, _, let name):
      guard let (life, works) = blocked.schedule(work, on: scheduler) else { break }
      lives.changeRare(life) {
        $0.heldUpWorks = UInt64(works)
        $0.heldUpScheduler = name
      }
    case .workCancelled:
      break
    }
  }

  /// The life of `id`. A subscription whose beginning is not in the trace (or comes later, from another
  /// thread) gets a life all the same.
  @inline(__always)
  mutating func life(of id: SubscriptionID, _ time: UInt64, _ thread: ThreadID) -> LifeIndex {
    lifeIndices[id.rawValue].map { LifeIndex($0) } ?? newLife(for: id, time, thread)
  }

  @inline(never)
  private mutating func newLife(for id: SubscriptionID, _ time: UInt64, _ thread: ThreadID) -> LifeIndex {
    if folded.contains(id.rawValue) { return ghostLife(time, thread) }
    let index = lives.append(LifeRow(id: id, thread: thread, time: time))
    lifeIndices.set(id.rawValue, to: index.position)
    return index
  }

  /// The life of a subscription that has been named before.
  func knownLife(_ id: UInt64) -> LifeIndex? { lifeIndices[id].map { LifeIndex($0) } }
}

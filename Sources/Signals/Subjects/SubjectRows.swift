import SignalTracing
import Synchronization
import TraceFormat

/// A subject's subscribers, in the order in which they came, without the type of its values.
///
/// Only the thread that is inside the owner word touches the rows; wishes of other threads are steps in a
/// queue. Taking a row out leaves a hole, which is closed when nothing is being delivered: subscribing and
/// disposing are O(1) at any time.
@usableFromInline
class SubjectRows: @unchecked Sendable {
  @usableFromInline final let owner = SerialOwner()

  // Guarded by the owner word. Unchecked for the rows `fan-out`. A row is a retained gate's address, or 0.
  @exclusivity(unchecked) @usableFromInline final var rows: UnsafeMutablePointer<UInt>
  /// Where `rows` are until there are more.
  private final let firstRows = _Cell<(UInt, UInt)>((0, 0))
  private static var firstCapacity: Int { 2 }
  @exclusivity(unchecked) @usableFromInline final var count = 0
  private final var capacity = SubjectRows.firstCapacity
  private final var holes = 0
  private(set) final var ending: Ending?
  @exclusivity(unchecked) @usableFromInline final var hasEnded = false
  /// How many values have come since the last subscriber left, while somebody watches lives.
  final var unheard: UInt32 = 0
  /// How many subscribers there are. Changed inside the owner word, read by anybody.
  final var living: Int { max(0, atomicLiving.load(ordering: .relaxed)) }
  /// True once the end has come, to any thread that asks.
  final var isOver: Bool { atomicLiving.load(ordering: .acquiring) < 0 }
  /// Negative after the end.
  private final let atomicLiving = Atomic<Int>(0)

  /// The connection that feeds the subject, for traces; 0 for none.
  final let connection = Atomic<UInt64>(0)

  /// The number by which traces know the subject; 0 until one has first to tell of it.
  final let source = Atomic<UInt64>(0)

  /// The object that counts the subscribers, retained; nil for none. Set before anybody else knows these
  /// rows.
  private final var counter: Unmanaged<Sharing>?

  // Guarded by the owner word's lock. Unchecked for the row `hot take(1), subscribe+event`.
  @exclusivity(unchecked) private final var steps: [QueuedStep] = []

  private enum Step {
    case add(Gate)
    case remove(Gate)
    case value(thread: UInt32, isNested: Bool)
    case end(Ending)
    case joined
  }

  /// A step keeps its cause while it waits.
  private struct QueuedStep {
    let step: Step
    let cause: UInt64
  }

  init() {
    rows = UnsafeMutableRawPointer(firstRows._address).assumingMemoryBound(to: UInt.self)
  }

  deinit {
    for row in 0..<count where rows[row] != 0 { Self.gate(rows[row]).release() }
    if capacity > Self.firstCapacity { rows.deallocate() }
    counter?.release()
  }

  // MARK: What subclasses say

  /// The steps that wait are taken over, under the owner word's lock: the values among them as well.
  func takeOverValues() {}
  /// Takes the next value out of the queue that was taken over and delivers it. This thread is inside.
  func deliverQueued() {}
  /// A subscriber comes: greet it. This thread is inside.
  func willAdd(_ gate: Gate) {}
  /// The end comes: the last chance to send a value. This thread is inside.
  func willEnd(_ ending: Ending) {}
  /// Whether it holds its newest value for whoever comes: then nobody need be there when a value comes.
  var holdsNewest: Bool { false }

  // MARK: What the subject does

  /// Adds a subscriber, after everything that was sent before.
  @usableFromInline final func add(_ gate: __owned Gate) {
    gate.adoptFirst(Link.retaining(self))
    enterAndAdd(consume gate)
  }

  /// Adds a subscriber that `membership` takes out again when it is disposed.
  final func add(_ gate: Gate, through membership: __owned Membership) {
    gate.adoptFirst(Link.taking(membership))
    enterAndAdd(gate)
  }

  /// Adds a subscriber that the counter counts.
  final func addCounted(_ gate: Gate) {
    gate.adoptFirst(Link.retaining(self))
    enterAndAdd(gate)
  }

  /// All subscribers are counted from here on, and nobody else adds any.
  final func count(by counter: Sharing) { self.counter = .passRetained(counter) }
  final var isCounted: Bool { counter != nil }

  final func withCounter(_ body: (Sharing) -> Void) { counter?._withUnsafeGuaranteedRef(body) }

  /// A subscriber was disposed whose link led here.
  final func wasDisposed(_ gate: Gate) {
    remove(gate)
    if isCounted { withCounter { $0.memberLeft(self) } }
  }

  // By itself it counts no references that it need not.
  @inline(never)
  final func remove(_ gate: Gate) {
    // While this thread is inside, nobody else can have changed the gate's row.
    if owner.isMine, gate.row == .max { return }
    let entry = owner.enterAgain()
    guard entry == .inside || enter(entry) else { return postpone(.remove(gate)) }
    let orphan = takeOut(gate)
    leave(entry)
    _ = orphan
  }

  /// A connection feeds the subject from here on: the one whose gate has this trace.
  final func connected(_ number: UInt64, by trace: TracedSubscription) {
    connection.store(number, ordering: .relaxed)
    guard TracedSubscription.livesAreWatched else { return }
    Trace.connected(number, source: trace.identifier, subscribers: living)
    joinAll()
  }

  /// A new subscriber joins nothing, unless another connection feeds the subject.
  final func disconnected(_ number: UInt64, by trace: TracedSubscription) {
    if counter == nil {
      _ = connection.compareExchange(expected: number, desired: 0, ordering: .relaxed)
    } else if connection.load(ordering: .relaxed) == number {
      // One connection at a time feeds the rows of a `Sharing`.
      connection.store(0, ordering: .relaxed)
    }
    guard TracedSubscription.livesAreWatched else { return }
    Trace.disconnected(number, source: trace.identifier, subscribers: living)
  }

  /// Present subscribers have joined the connection.
  private final func joinAll() {
    let entry = owner.enterAgain()
    guard entry == .inside || enter(entry) else { return postpone(.joined) }
    reportJoined()
    leave(entry)
  }

  final func end(_ ending: Ending) {
    let entry = owner.enterAgain()
    guard entry == .inside || enter(entry) else { return postpone(.end(ending)) }
    finish(ending)
    leave(entry)
  }

  /// A value has found another being delivered: `queue` puts it where `deliverQueued` finds it.
  final func postponeValue(_ queue: () -> Void) {
    let step = QueuedStep(
      step: .value(thread: ThreadState.number, isNested: owner.isMine), cause: ThreadState.cause)
    if owner.postpone({
      queue()
      steps.append(step)
    }) {
      drain()
    }
  }

  /// Delivers everything that waits, until nothing does; then this thread is inside no more.
  @usableFromInline final func drain() {
    let cause = ThreadState.cause
    defer { ThreadState.cause = cause }
    var batch: [QueuedStep] = []
    var backlog = Backlog()
    while owner.takeWaiting({
      swap(&batch, &steps)
      takeOverValues()
      if batch.isEmpty, backlog.shrank(to: 0) { firstTrace?.waiting(0) }
      return !batch.isEmpty
    }) {
      if backlog.grew(to: batch.count) { firstTrace?.waiting(batch.count) }
      for waiting in batch {
        ThreadState.cause = waiting.cause
        run(waiting.step)
      }
      // Not under the lock: objects that go out of memory here may be the program's.
      batch.removeAll(keepingCapacity: true)
    }
  }

  private final func enterAndAdd(_ gate: __owned Gate) {
    if TracedSubscription.livesAreWatched { return enterAndAddTraced(consume gate) }
    let entry = owner.enterAgain()
    guard entry == .inside || enter(entry) else { return wait(consume gate) }
    BlockingScope.noteOther()
    append(consume gate)
    leave(entry)
  }

  @inline(never)
  private final func enterAndAddTraced(_ gate: __owned Gate) {
    // Before anything that the subject sends, and whether the gate is still open when its turn has come or
    // not.
    if gate.trace.traits.isDisjoint(with: .connecting) { gate.trace.joined(source: sourceNumber()) }
    let entry = owner.enterAgain()
    guard entry == .inside || enter(entry) else { return wait(consume gate) }
    BlockingScope.noteOther()
    appendTraced(consume gate)
    leave(entry)
  }

  @inline(never)
  private final func wait(_ gate: __owned Gate) {
    if owner.isMine { BlockingScope.noteSubjectInside() } else { BlockingScope.noteOther() }
    postpone(.add(consume gate))
  }

  /// Two threads may be the first to ask: both get the same.
  private final func sourceNumber() -> UInt64 {
    let known = source.load(ordering: .relaxed)
    guard known == 0 else { return known }
    let new = Trace.newIdentifier()
    let (isSet, other) = source.compareExchange(expected: 0, desired: new, ordering: .relaxed)
    return isSet ? new : other
  }

  private final func enter(_ entry: SerialOwner.Entry) -> Bool {
    owner.enter(entry) || owner.enterPatiently()
  }
  private final func leave(_ entry: SerialOwner.Entry) { if !owner.leave(entry) { drain() } }

  private final func postpone(_ step: Step) {
    let waiting = QueuedStep(step: step, cause: ThreadState.cause)
    if owner.postpone({ steps.append(waiting) }) { drain() }
  }

  /// Does what has waited. This thread is inside.
  private final func run(_ step: Step) {
    switch step {
    case .add(let gate): if TracedSubscription.livesAreWatched { appendTraced(gate) } else { append(gate) }
    case .remove(let gate): _ = takeOut(gate)
    case .value(let thread, let isNested):
      reportOverlap(sent: thread, isNested: isNested)
      deliverQueued()
    case .end(let ending): finish(ending)
    case .joined: reportJoined()
    }
  }

  private final func append(_ gate: __owned Gate) {
    guard gate.isOpen else { return }
    willAdd(gate)
    guard gate.isOpen else { return }
    if let ending { return gate.end(ending) }
    if count == capacity { makeRoom() }
    gate.row = UInt32(count)
    rows[count] = UInt(bitPattern: Unmanaged.passRetained(consume gate).toOpaque())
    count += 1
    atomicLiving.store(count - holes, ordering: .relaxed)
  }

  /// The same, and says which connection the subscriber joined, if it did and there is one.
  private final func appendTraced(_ gate: __owned Gate) {
    let trace = gate.trace
    // While this thread is inside, nobody else comes or leaves.
    let before = count - holes
    append(consume gate)
    let connection = connection.load(ordering: .relaxed)
    guard count - holes > before else { return }
    unheard = 0
    if connection != 0 { trace.joined(connection) }
  }

  private final func reportJoined() {
    let connection = connection.load(ordering: .relaxed)
    guard connection != 0 else { return }
    for row in 0..<count where rows[row] != 0 {
      Self.gate(rows[row])._withUnsafeGuaranteedRef { $0.trace.joined(connection) }
    }
  }

  private final func takeOut(_ gate: Gate) -> Gate? {
    guard gate.row != .max else { return nil }
    let row = Int(gate.row)
    gate.row = .max
    let taken = Self.gate(rows[row]).takeRetainedValue()
    rows[row] = 0
    // The last row is never a hole: so there is no row exactly if there is no subscriber.
    if row == count - 1 {
      count = row
      if holes > 0 { dropLastHoles() }
    } else {
      holes += 1
      if holes > 8, holes > count / 2 { closeHoles() }
    }
    atomicLiving.store(count - holes, ordering: .relaxed)
    return taken
  }

  private final func finish(_ ending: Ending) {
    guard self.ending == nil else { return }
    willEnd(ending)
    self.ending = ending
    hasEnded = true
    atomicLiving.store(-1, ordering: .releasing)
    let ended = count
    for row in 0..<ended where rows[row] != 0 {
      let gate = Self.gate(rows[row]).takeRetainedValue()
      rows[row] = 0
      gate.row = .max
      // One before it may have disposed it.
      if gate.isOpen { gate.end(ending) }
    }
    count = 0
    holes = 0
  }

  @inline(never)
  private final func dropLastHoles() {
    while count > 0, rows[count - 1] == 0 {
      count -= 1
      holes -= 1
    }
  }

  private final func closeHoles() {
    var kept = 0
    for row in 0..<count where rows[row] != 0 {
      rows[kept] = rows[row]
      Self.gate(rows[kept])._withUnsafeGuaranteedRef { $0.row = UInt32(kept) }
      kept += 1
    }
    count = kept
    holes = 0
  }

  private final func makeRoom() {
    if holes > 0 { closeHoles() }
    guard count == capacity else { return }
    let larger = UnsafeMutablePointer<UInt>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: rows, count: count)
    if capacity > Self.firstCapacity { rows.deallocate() }
    rows = larger
    capacity *= 2
  }

  /// The first living subscriber's trace says that a value of `thread` waited for this one.
  private final func reportOverlap(sent thread: UInt32, isNested: Bool) {
    if TracedSubscription.terminalEventsAreWatched {
      firstTrace?.overlapped(sent: thread, isNested: isNested)
    }
  }

  /// The trace of the first living subscriber. It speaks for the subject, which has no subscription of its
  /// own.
  final var firstTrace: TracedSubscription? {
    for row in 0..<count where rows[row] != 0 {
      return Self.gate(rows[row])._withUnsafeGuaranteedRef { $0.trace }
    }
    return nil
  }

  private static func gate(_ bits: UInt) -> Unmanaged<Gate> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
  }
}

extension SiteTraits {
  /// Traits of sites whose subscribers join a connection: traces tell this already.
  fileprivate static var connecting: SiteTraits { [.countedShare, .keptConnection] }
}

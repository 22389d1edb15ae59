internal import TraceFormat

/// The last event of each thread: which one it was and which life sent it.
struct ThreadTable: Sendable {
  struct Last: Sendable {
    var event: EventID?
    var life: LifeIndex?
    /// The last records of the thread are an end and what came of it.
    var isEnding = false
    /// When it last did something that is no part of ending something.
    var calm: UInt64 = 0
    /// The same, if it was no end either.
    var act: UInt64 = 0
    /// The program's call whose effect is about to be recorded.
    var call: Call?
    /// When it began the scheduler's work in which it is, and how many works are within that one.
    var workBegan: UInt64 = 0
    var works = 0
  }

  /// A call that disposes, adds, removes or replaces something.
  struct Call: Sendable {
    let call: OwnerCall
    let id: UInt64
    let site: SiteEntry
  }

  private var indices = IdentifierTable()
  private var last: [Last] = []
  private var threads: [ThreadID] = []
  private var current: (thread: ThreadID, index: Int)?

  @inline(__always)
  mutating func note(_ event: EventID, life: LifeIndex, on thread: ThreadID) {
    let index = index(of: thread)
    last[index].event = event
    last[index].life = life
    last[index].isEnding = false
  }

  /// Something ends on the thread; what comes of it follows.
  mutating func beginEnding(on thread: ThreadID) { last[index(of: thread)].isEnding = true }

  /// The thread does something out of the blue.
  mutating func isCalm(_ time: UInt64, on thread: ThreadID) {
    let index = index(of: thread)
    last[index].isEnding = false
    last[index].calm = max(last[index].calm, time)
    last[index].call = nil
  }

  /// The thread does something out of the blue that is no end.
  mutating func isAct(_ time: UInt64, on thread: ThreadID) {
    isCalm(time, on: thread)
    let index = index(of: thread)
    last[index].act = max(last[index].act, time)
  }

  mutating func beginWork(_ time: UInt64, on thread: ThreadID) {
    isAct(time, on: thread)
    let index = index(of: thread)
    if last[index].works == 0 { last[index].workBegan = time }
    last[index].works += 1
  }

  mutating func endWork(_ time: UInt64, on thread: ThreadID) {
    isCalm(time, on: thread)
    let index = index(of: thread)
    last[index].works = max(0, last[index].works - 1)
  }

  /// Follows lives to their new indices, and forgets events of lives without one.
  mutating func move(_ newIndex: (LifeIndex) -> LifeIndex?) {
    for place in last.indices {
      guard let life = last[place].life else { continue }
      last[place].life = newIndex(life)
      if last[place].life == nil { last[place].event = nil }
    }
  }

  mutating func note(_ call: Call, on thread: ThreadID) { last[index(of: thread)].call = call }

  /// The threads that were seen, and when each last did something out of the blue.
  var calm: [ThreadID: UInt64] {
    Dictionary(uniqueKeysWithValues: zip(threads, last.map(\.calm)))
  }

  /// When each thread last did something out of the blue that is no end.
  var acts: [ThreadID: UInt64] {
    Dictionary(uniqueKeysWithValues: zip(threads, last.map(\.act)))
  }

  /// The threads that are within a scheduler's work, and since when.
  var works: [ThreadID: UInt64] {
    Dictionary(
      uniqueKeysWithValues: zip(threads, last).filter { $1.works > 0 }.map { ($0, $1.workBegan) })
  }

  /// Whether what the thread has recorded last is an end and what came of it.
  @inline(__always)
  func isEnding(on thread: ThreadID) -> Bool { known(thread).map { last[$0].isEnding } ?? false }

  /// Where a thread is, without making room for a new one.
  @inline(__always)
  private func known(_ thread: ThreadID) -> Int? {
    if let current, current.thread == thread { return current.index }
    return indices[UInt64(thread.rawValue)]
  }

  /// The life that sent its last event.
  @inline(__always)
  func lastSender(on thread: ThreadID) -> LifeIndex? { known(thread).flatMap { last[$0].life } }

  @inline(__always)
  func lastEvent(on thread: ThreadID) -> EventID? { known(thread).flatMap { last[$0].event } }

  func call(on thread: ThreadID) -> Call? { known(thread).flatMap { last[$0].call } }

  /// Where the call is that gives something to an owner, as the thread records that the owner has it. A call
  /// gives one thing, so it is asked for once.
  mutating func takeHandover(to owner: OwnerID, on thread: ThreadID) -> SiteEntry? {
    guard let index = known(thread), let call = last[index].call, call.id == owner.rawValue,
      call.call == .add || call.call == .replace
    else { return nil }
    last[index].call = nil
    return call.site
  }

  @inline(__always)
  private mutating func index(of thread: ThreadID) -> Int {
    if let current, current.thread == thread { return current.index }
    return switchTo(thread)
  }

  private mutating func switchTo(_ thread: ThreadID) -> Int {
    let index: Int
    if let known = indices[UInt64(thread.rawValue)] {
      index = known
    } else {
      index = last.count
      indices.set(UInt64(thread.rawValue), to: index)
      last.append(Last())
      threads.append(thread)
    }
    current = (thread, index)
    return index
  }
}

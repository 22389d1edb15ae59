internal import TraceFormat

/// The last event of each thread: which one it was and which life sent it.
struct ThreadTable: Sendable {
  struct Last: Sendable {
    var event: EventID?
    var life = 0
  }

  private var indices = IdentifierTable()
  private var last: [Last] = []
  private var current: (thread: ThreadID, index: Int)?

  @inline(__always)
  mutating func note(_ event: EventID, life: Int, on thread: ThreadID) {
    last[index(of: thread)] = Last(event: event, life: life)
  }

  mutating func lastEvent(on thread: ThreadID) -> Last { last[index(of: thread)] }

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
    }
    current = (thread, index)
    return index
  }
}

import TraceFormat

/// The tasks that wait for streams, as far as a tracer's lines tell.
package struct WaitingTasks: Sendable {
  private struct Wait: Hashable {
    let time: UInt64
    let storage: UInt64
    /// The function of the runtime that goes on first.
    let function: UInt64
  }

  private var waits: [UInt64: Wait] = [:]
  private var over: Set<UInt64> = []

  package init() {}

  /// Takes one line, without its end.
  package mutating func take(_ line: ArraySlice<UInt8>) {
    guard case .runtime(let firing)? = RuntimeLine.read(line) else { return }
    switch firing.event {
    case .waits(let storage, _, let task, _, let function, _):
      guard waits[task].map({ $0.time <= firing.time }) ?? true else { return }
      waits[task] = Wait(time: firing.time, storage: storage, function: function)
    case .taskEnded(let task, _), .taskFreed(let task):
      // Lines come in any order: an older task may have had this memory.
      if let wait = waits[task], wait.time <= firing.time { waits[task] = nil }
    case .finishes(let storage), .terminates(let storage), .streamFreed(let storage): over.insert(storage)
    case .streamMade(let storage, _, _): over.remove(storage)
    default: break
    }
  }

  private var readers: [UInt64: [UInt64: Wait]] {
    waits.reduce(into: [:]) { readers, wait in
      readers[wait.value.storage, default: [:]][wait.key] = wait.value
    }
  }

  /// The storages of streams for which tasks wait, and that nobody else holds.
  ///
  /// A storage is left out where one of its tasks may do something else now.
  ///
  /// - Parameter word: reads eight bytes of the process; nil where there are none.
  package func abandoned(in runtime: TaskRuntime, reading word: (UInt64) -> UInt64?) -> Set<UInt64> {
    var found: Set<UInt64> = []
    for (storage, tasks) in readers where !over.contains(storage) {
      func isWaiting(_ task: UInt64, _ wait: Wait) -> Bool {
        guard let status = word(task &+ runtime.status), status & runtime.active == 0,
          let context = word(task &+ runtime.context)
        else { return false }
        return word(context &+ runtime.resumeParent) == wait.function
      }
      guard tasks.allSatisfy({ isWaiting($0.key, $0.value) }), let count = word(storage &+ runtime.count),
        // The highest bit says that the count is elsewhere: somebody has a weak reference.
        count >> 63 == 0,
        count >> runtime.countShift <= runtime.held + runtime.heldWaiting * UInt64(tasks.count),
        tasks.allSatisfy({ isWaiting($0.key, $0.value) })
      else { continue }
      found.insert(storage)
    }
    return found
  }

  /// The storages of `found` for which the same tasks wait as in `earlier`, without a pause.
  package func unchanged(_ found: Set<UInt64>, since earlier: WaitingTasks) -> Set<UInt64> {
    let now = readers, before = earlier.readers
    return found.filter { !over.contains($0) && now[$0] == before[$0] }
  }
}

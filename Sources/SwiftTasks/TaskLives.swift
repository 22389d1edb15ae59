import CSwiftTasks
import SignalTracing
import TraceFormat

// The tasks of the program as lives of a trace. `CSwiftTasks` calls these functions when a task begins, is
// cancelled or ends, on the thread of that event. A task keeps the record of its life in a word of its own:
// there is no table, and no lock.

/// Begins a life. Called before the task can run.
@_cdecl("rx_task_begin")
package func beginTask(
  _ place: UnsafeRawPointer, _ parent: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?
) -> UnsafeMutableRawPointer {
  let place = place.assumingMemoryBound(to: rx_task_place.self)
  let trace = TracedSubscription(
    site: TaskPlaces.site(of: place), downstream: parent.map(TracedSubscription.init(record:)),
    role: TaskPlaces.role(of: place))
  if let name { trace.named(label: String(cString: name)) }
  return trace.record
}

/// Reports that the program has cancelled a task. The task goes on until it ends by itself.
@_cdecl("rx_task_cancelled")
package func cancelTask(_ record: UnsafeMutableRawPointer) {
  guard TracedSubscription.livesAreWatched else { return }
  TracedSubscription(record: record).disposed(.cancelled)
}

/// Ends a life. The result or the error of a cancelled task is not reported.
@_cdecl("rx_task_end")
package func endTask(_ record: UnsafeMutableRawPointer, _ how: UInt32, _ error: UnsafeRawPointer?) {
  let trace = TracedSubscription(record: record)
  switch Int(how) {
  case Int(RX_TASK_RETURNED):
    if TracedSubscription.terminalEventsAreWatched {
      // This thread delivers nothing: code that waits for the task goes on elsewhere.
      ThreadState.cause =
        error.map { trace.error(unsafeBitCast($0, to: (any Error).self)) } ?? trace.completed()
    }
    if TracedSubscription.livesAreWatched { trace.disposed(.terminated) }
  case Int(RX_TASK_CANCELLED_BY_PARENT):
    if TracedSubscription.livesAreWatched { trace.disposed(.cancelled) }
  default: break
  }
  trace.end()
}

/// Prints why a recording will show no tasks.
@_cdecl("rx_task_refuse")
package func refuseTasks(_ reason: UnsafePointer<CChar>) {
  StandardError.write("rxtrace: tasks are not recorded: \(String(cString: reason))\n")
}

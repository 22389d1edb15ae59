import CSwiftTasks
import SignalTracing
import TraceFormat

// The streams of the program. A loop over a stream is a life below its task. The stream, as this loop sees
// it, is another life: a subscription to a source that sends each value to one reader.

@_cdecl("rx_stream_number")
package func numberStream() -> UInt64 { Trace.newIdentifier() }

/// Begins the two lives of a loop.
@_cdecl("rx_loop_begin")
package func beginLoop(
  _ loop: UnsafeRawPointer, _ stream: UnsafeRawPointer, _ task: UnsafeMutableRawPointer?, _ number: UInt64,
  _ source: UnsafeMutablePointer<UnsafeMutableRawPointer?>
) -> UnsafeMutableRawPointer {
  let reader = TracedSubscription(
    site: TaskPlaces.site(of: loop.assumingMemoryBound(to: rx_task_place.self)),
    downstream: task.map(TracedSubscription.init(record:)), role: Role(.loop))
  let read = TracedSubscription(
    site: TaskPlaces.site(of: stream.assumingMemoryBound(to: rx_task_place.self)), downstream: reader,
    role: Role(.source))
  if TracedSubscription.livesAreWatched { read.joined(source: number) }
  source.pointee = read.record
  return reader.record
}

@_cdecl("rx_values_are_watched")
package func valuesAreWatched() -> Bool { TracedSubscription.watchOnValues != 0 }

/// Reports a value, without a description: its type is not known here.
@_cdecl("rx_loop_next")
package func sendNext(_ record: UnsafeMutableRawPointer) {
  // This thread delivers nothing: the reader goes on elsewhere.
  ThreadState.cause = TracedSubscription(record: record).next { "?" }
}

@_cdecl("rx_stream_finished")
package func finishStream(_ source: UnsafeMutableRawPointer, _ error: UnsafeRawPointer?) {
  TracedSubscription(record: source).finish(error)
}

/// Reports that no code can send to the stream or finish it any more.
@_cdecl("rx_stream_abandoned")
package func abandonStream(_ number: UInt64) { Trace.abandoned(source: number) }

/// Ends the two lives of a loop.
@_cdecl("rx_loop_end")
package func endLoop(
  _ record: UnsafeMutableRawPointer, _ source: UnsafeMutableRawPointer, _ how: UInt32,
  _ error: UnsafeRawPointer?, _ isOver: Bool
) {
  let loop = TracedSubscription(record: record)
  let stream = TracedSubscription(record: source)
  let isFinished = Int(how) == Int(RX_LOOP_FINISHED) || Int(how) == Int(RX_LOOP_FAILED)
  if !isOver {
    if isFinished {
      stream.finish(error)
    } else if TracedSubscription.livesAreWatched {
      stream.disposed(Int(how) == Int(RX_LOOP_FREED) ? .deinitialized : .downstream)
    }
  }
  if isFinished {
    loop.finish(error)
  } else if TracedSubscription.livesAreWatched {
    switch Int(how) {
    case Int(RX_LOOP_CANCELLED): loop.disposed(.cancelled)
    case Int(RX_LOOP_FREED): loop.disposed(.deinitialized)
    default: loop.disposed(.downstream)
    }
  }
  stream.end()
  loop.end()
}

extension TracedSubscription {
  /// Reports an end that comes from upstream.
  fileprivate func finish(_ error: UnsafeRawPointer?) {
    if Self.terminalEventsAreWatched {
      ThreadState.cause =
        error.map { self.error(unsafeBitCast($0, to: (any Error).self)) } ?? completed()
    }
    if Self.livesAreWatched { disposed(.terminated) }
  }
}

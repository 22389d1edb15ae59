import SignalTracing
import Synchronization
import TraceFormat

/// The state that a traced stream and its continuation share.
final class StreamState: Sendable {
  /// The number of the stream in recordings.
  private let number = Trace.newIdentifier()
  private let isFinished = Atomic(false)
  /// The continuation went out of memory before the stream was finished.
  private let isLetGo = Atomic(false)
  private let readers = Atomic(0)

  /// A loop reads the stream from now on. If the continuation is gone, it waits for ever.
  func joined(by source: TracedSubscription) {
    if TracedSubscription.livesAreWatched { source.joined(source: number) }
    readers.add(1, ordering: .sequentiallyConsistent)
    // The other half of `letGo`: the call that comes second reports. It does no harm if both report.
    if isLetGo.load(ordering: .sequentiallyConsistent) { Trace.abandoned(source: number) }
  }

  func left() { readers.subtract(1, ordering: .relaxed) }

  func finish() { isFinished.store(true, ordering: .relaxed) }

  /// The last copy of the continuation went out of memory.
  func letGo() {
    guard !isFinished.load(ordering: .relaxed) else { return }
    isLetGo.store(true, ordering: .sequentiallyConsistent)
    if readers.load(ordering: .sequentiallyConsistent) > 0 { Trace.abandoned(source: number) }
  }
}

/// The continuation's reference to a stream. All copies of the continuation share it.
final class StreamGrip: Sendable {
  private let state: StreamState
  init(_ state: StreamState) { self.state = state }
  deinit { state.letGo() }

  func finish() { state.finish() }
}

/// The lives of one iteration over a traced stream: the stream as this loop sees it, and the loop. If a stage
/// reads the stream, there is no life for the loop.
@usableFromInline
final class StreamReading: Sendable {
  // The loop's end comes first.
  private let loop: AsyncLife?
  private let source: AsyncLife
  private let state: StreamState

  init(_ state: StreamState, _ site: CallSite, loop loopSite: CallSite) {
    let below = TracingContext.current
    loop = below?.isStageHere == true ? nil : AsyncLife(loopSite, Role(.loop), for: below)
    source = AsyncLife(site, Role(.source), for: loop?.context ?? below, isStream: true)
    self.state = state
    state.joined(by: source.trace)
  }

  deinit { state.left() }

  @usableFromInline @inline(never)
  func next(_ value: () -> String) {
    let event = source.next(value)
    loop?.next(after: event, value)
  }

  @usableFromInline @inline(never)
  func completed() {
    source.sequenceEnded()
    loop?.sequenceEnded()
  }

  @usableFromInline @inline(never)
  func failed(_ error: any Error) {
    source.sequenceFailed(error)
    loop?.sequenceFailed(error)
  }
}

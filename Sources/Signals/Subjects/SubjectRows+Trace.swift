import SignalTracing
import Synchronization
import TraceFormat

// The events of the subject itself. A trace names the subject by a number, which it has once a watched
// subscription has joined it.
extension SubjectRows {
  /// The subject goes. A connection that feeds these rows may go on without it.
  final func wasAbandoned() {
    let source = source.load(ordering: .relaxed)
    if source != 0, living > 0, connection.load(ordering: .relaxed) == 0 { Trace.abandoned(source: source) }
  }

  /// The program calls for the end of the subject, at this line.
  @inline(never)
  final func willEnd(at site: CallSite) {
    let source = source.load(ordering: .relaxed)
    if source != 0, !isOver { Trace.called(.end, on: source, at: site) }
  }

  /// A value has come while nobody is subscribed. This thread is inside.
  @inline(never)
  @usableFromInline final func wentUnheard() {
    guard TracedSubscription.livesAreWatched, hasEnded || !holdsNewest else {
      unheard = 0
      return
    }
    let source = source.load(ordering: .relaxed)
    guard source != 0, unheard < .max else { return }
    unheard += 1
    if unheard & (unheard - 1) == 0 {
      Trace.unheard(source: source, count: Int(unheard), hasEnded: hasEnded)
    }
  }
}

import SignalTracing
import TraceFormat

/// Reports one event of every kind that the runtime can report.
func reportEveryKind() {
  let root = TracedSubscription(
    site: CallSite("subscribe", "App/Main.swift", 9), downstream: nil, role: Role(.source))
  let map = TracedSubscription(
    site: CallSite("map", "App/Main.swift", 8), downstream: root, role: Role(.source))
  let inner = TracedSubscription(
    site: CallSite("flatMap", "App/Feed.swift", 70_000, .flattens), downstream: map,
    role: Role(.inner, number: 2))
  root.named(owner: 5, label: "prices")
  root.named(label: "a\u{1b}[31m\"<é>")
  root.named(owner: 6)
  let outer = map.next { "41" }
  _ = root.next { "42" }
  ThreadState.cause = outer
  map.dropped(.completed)
  map.overlapped(with: 77)
  inner.handleReleased()
  struct Failure: Error, CustomStringConvertible { let description = "no connection" }
  ThreadState.cause = inner.error(Failure())
  ThreadState.cause = map.completed()
  map.disposed(.terminated)
  inner.disposed(.replaced)
  inner.end()
  Trace.connected(8, source: map.identifier, subscribers: 3)
  Trace.disconnected(8, source: 0, subscribers: 0)
  Trace.mark("after close")
  Trace.added(70, to: 5, total: 4)
  Trace.removed(70, from: 5, total: 3)
  Trace.disposed(owner: 5, children: 3)
  let work = TracedWork(scheduler: 3, name: "main", delay: .milliseconds(5))
  work.run { Trace.mark("at work") }
  TracedWork(scheduler: 3, name: "main").cancelled()
}

import CRecordedProgram
import Glibc
import SignalTracing
import TraceFormat

/// Makes so many subscriptions, and a child by `fork` or behind the C library's back. The child makes two of its own and ends
/// all but one of those that it has inherited. Each says how many live in it: the child then, the parent for each line
/// that it reads.
func liveAsFamily(_ way: String, inherited count: Int) {
  func tell(_ who: String) {
    let census = LiveCensus()
    print(who, census.count(of: "inherited"), census.count(of: "child"))
    fflush(nil)
  }
  let inherited = (0..<count).map { _ in subscription("inherited") }
  let child = way == "fork" ? fork_with_handlers() : fork_without_handlers()
  if child == 0 {
    for _ in 0..<2 { _ = subscription("child") }
    for subscription in inherited.dropLast() { subscription.end() }
    tell("child")
    while true { pause() }
  }
  while readLine() != nil {
    // Slots that the child has given back are no slots of the parent's.
    let more = (0..<8).map { _ in subscription("more") }
    tell("parent")
    for subscription in more { subscription.end() }
  }
  kill(child, SIGKILL)
}

/// Makes so many subscriptions: chains of four, of two call sites each. Says `ready`, and waits for the end of its input.
///
/// - Parameters:
///   - closes: whether it closes all descriptors first, as some programs do.
///   - changesUser: whether it becomes another user's.
func liveInNumbers(_ count: Int, closes: Bool, changesUser: Bool) {
  if closes { for descriptor in 3..<Int32(1024) { close(descriptor) } }
  if changesUser, setuid(65534) != 0 { fatalError("setuid") }
  var made: [TracedSubscription] = []
  made.reserveCapacity(count)
  let adapted = CallSite(interning: "adapted", file: "Made/AtRunTime.swift", line: 7)
  while made.count < count {
    let isFirst = made.count % 4 == 0
    made.append(
      isFirst
        ? subscription("root")
        : TracedSubscription(site: adapted, downstream: made[made.count - 1], role: Role(.source)))
  }
  print("ready")
  fflush(nil)
  while readLine() != nil {}
}

/// Begins to record when a chain of two and another subscription live, and two have ended, of which one is in memory still.
func recordFromTheMiddle(path: String) throws {
  let root = subscription("root")
  let link = TracedSubscription(
    site: CallSite("map", #fileID, #line, .flattens), downstream: root, role: Role(.inner, number: 3))
  let other = subscription("other")
  other.named(owner: 5)
  subscription("gone").end()
  let kept = subscription("kept")
  _ = kept.completed()
  kept.disposed(.terminated)
  usleep(2000)
  try TraceRecording.start(to: path)
  send(1, to: link)
  subscription("later").end()
  link.end()
  root.end()
  TraceRecording.stop()
}

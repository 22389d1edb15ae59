import Glibc
import SignalTracing
import TraceFormat

/// Does what each line of standard input says, and prints `done` behind it: `leave` makes a subscription and keeps it,
/// `finish` makes one and disposes it, `mark TEXT` makes a mark.
func doAsAsked() {
  var kept: [TracedSubscription] = []
  while let line = readLine() {
    switch line.prefix(while: { $0 != " " }) {
    case "leave": kept.append(subscription("left"))
    case "finish":
      let finished = subscription("finished")
      if TracedSubscription.livesAreWatched { finished.disposed(.explicit) }
      finished.end()
    case "mark": Trace.mark(String(line.dropFirst("mark ".count)))
    default: fatalError("asked for \(line)")
    }
    print("done")
    fflush(nil)
  }
  withExtendedLifetime(kept) {}
}

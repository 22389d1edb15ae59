import Glibc
import SignalTracing
import TraceFormat

/// A server: so many sessions of two subscriptions and a value, so many of them in a second. One in so many never ends.
func serveSessions(_ count: Int, eachSecond rate: Int, leakingEach leak: Int = 100_000) {
  var kept: [TracedSubscription] = []
  let start = ContinuousClock.now
  for session in 0..<count {
    let served = subscription("serve")
    let source = TracedSubscription(
      site: CallSite("interval", #fileID, #line), downstream: served, role: Role(.source))
    send(session, to: source)
    if session % leak == leak / 2 {
      kept += [served, source]
    } else {
      for ended in [source, served] {
        if TracedSubscription.livesAreWatched { ended.disposed(.explicit) }
        ended.end()
      }
    }
    // A hundred times a second is enough.
    if session % max(rate / 100, 1) == 0 {
      let early = start + .seconds(Double(session) / Double(rate)) - ContinuousClock.now
      if early > .zero { usleep(UInt32(early / .microseconds(1))) }
    }
  }
  withExtendedLifetime(kept) {}
}

import Glibc
import SignalTracing
import TraceFormat

/// What no recording is to hold.
private let secret = "token=hunter2"

private struct Refusal: Error, CustomStringConvertible { let description = "\(secret) was refused" }

/// Says a secret in every text of a recording, so often, on some threads at a time. One value is long: its limit of 80 bytes
/// lies within the secret.
func sendSecrets(threads: Int, rounds: Int) {
  onThreads(threads) { thread in
    for _ in 0..<rounds {
      let subscription = subscription()
      subscription.named(label: "session of \(secret)")
      ThreadState.cause = subscription.next { "Reading(\(thread), \(secret))" }
      ThreadState.cause = subscription.next { String(repeating: "x", count: 70) + secret + ", and more" }
      ThreadState.cause = subscription.next { "nothing to hide" }
      ThreadState.cause = subscription.error(Refusal())
      Trace.mark("seen: \(secret)")
      subscription.disposed(.terminated)
      subscription.end()
    }
  }
}

/// Records so often while threads say a secret, every other time without it.
func restartWithSecrets(folder: String, times: Int) {
  let isOver = Flag()
  let threads = (0..<3).map { _ in
    startThread {
      let subscription = subscription()
      while !isOver.isSet {
        guard TracedSubscription.watchOnValues != 0 else { continue }
        ThreadState.cause = subscription.next { "é \(secret)" }
        Trace.mark(secret)
      }
    }
  }
  for index in 0..<times {
    do {
      try TraceRecording.start(
        to: "\(folder)/\(index).rxtrace", values: 80, redacting: index % 2 == 0 ? [] : ["token=\\w+"])
    } catch { fatalError("\(error)") }
    usleep(UInt32(index % 5) * 500 + 1000)
    guard TraceRecording.stop() else { fatalError("recording \(index) was not sealed") }
  }
  isOver.set()
  for thread in threads { pthread_join(thread, nil) }
  do {
    try TraceRecording.start(to: "\(folder)/never", redacting: ["fine", "("])
  } catch { print(error) }
}

/// Forks so many children while threads say a secret. Each says it as well; prints how many came to their end.
func forkWithSecrets(times: Int) {
  // Swift makes types under a lock when they are first used. A child that is forked meanwhile would wait for it for ever,
  // whether anything is redacted or not.
  sendSecrets(threads: 1, rounds: 1)
  let isOver = Flag()
  let threads = (0..<3).map { _ in startThread { while !isOver.isSet { sendSecrets(threads: 1, rounds: 1) } }
  }
  var ended = 0
  for _ in 0..<times {
    let child = fork()
    if child == 0 {
      // A child that finds a lock which nobody gives back does not wait for ever.
      alarm(60)
      sendSecrets(threads: 1, rounds: 1)
      exit(0)
    }
    var status: Int32 = 0
    if waitpid(child, &status, 0) == child, status == 0 { ended += 1 }
  }
  isOver.set()
  for thread in threads { pthread_join(thread, nil) }
  print(ended)
}

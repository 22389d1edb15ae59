import Glibc
import SignalTracing
import Synchronization
import TraceFormat

func subscription(_ name: StaticString = "interval") -> TracedSubscription {
  TracedSubscription(site: CallSite(name, #fileID, #line), downstream: nil, role: Role(.source))
}

/// Sends a value, as the gate does.
@inline(__always)
func send(_ value: Int, to subscription: TracedSubscription) {
  guard TracedSubscription.watchOnValues != 0 else { return }
  ThreadState.cause = subscription.next { String(value) }
}

/// Sixty values, and one subscription that lives and dies: 63 records, each counted when it is begun and when
/// it is done.
func sendRound(_ subscription: TracedSubscription, _ counters: Counters, _ thread: Int) {
  let (begun, done) = (counters.begun(thread), counters.done(thread))
  func counted(_ body: () -> Void) {
    begun.pointee.add(1, ordering: .relaxed)
    body()
    done.pointee.add(1, ordering: .relaxed)
  }
  for value in 0..<60 { counted { send(value, to: subscription) } }
  var inner: TracedSubscription?
  counted { inner = RecordedProgram.subscription("inner") }
  counted { inner?.disposed(.explicit) }
  counted { inner?.end() }
}

func sendEndlessly(_ counters: Counters, threads: Int) {
  onThreads(threads) { thread in
    let subscription = countedSubscription(counters, thread)
    while true { sendRound(subscription, counters, thread) }
  }
}

func sendSome(_ counters: Counters, threads: Int, rounds: Int) {
  onThreads(threads) { thread in
    let subscription = countedSubscription(counters, thread)
    for _ in 0..<rounds { sendRound(subscription, counters, thread) }
  }
}

func countedSubscription(_ counters: Counters, _ thread: Int) -> TracedSubscription {
  counters.begun(thread).pointee.add(1, ordering: .relaxed)
  defer { counters.done(thread).pointee.add(1, ordering: .relaxed) }
  return subscription()
}

/// Prints the nanoseconds of thread time that one event takes.
func measure(events: Int, threads: Int) {
  onThreads(threads) { _ in
    let chain = [subscription("sink"), subscription("map"), subscription("filter"), subscription("interval")]
    let began = threadTime()
    for value in 0..<events / 4 {
      for stage in (0..<4).reversed() { send(value, to: chain[stage]) }
      ThreadState.cause = 0
    }
    print("\((threadTime() - began) / Double(events)) ns")
  }
}

private func threadTime() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
  return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
}

import CRecordedProgram
import Glibc
import SignalTracing
import Synchronization
import TraceFormat

/// Sends from a signal handler as well, which interrupts the recorder wherever it is. The second counter's
/// cache line counts what the handler has sent.
func sendFromSignals(_ counters: Counters, rounds: Int) {
  handlerSubscription = countedSubscription(counters, 0)
  handlerCounters = counters
  signal(SIGALRM) { _ in
    guard let subscription = handlerSubscription, let counters = handlerCounters else { return }
    let cause = ThreadState.cause
    for value in 0..<5 {
      counters.begun(0).pointee.add(1, ordering: .relaxed)
      send(value, to: subscription)
      counters.done(0).pointee.add(1, ordering: .relaxed)
    }
    ThreadState.cause = cause
  }
  var often = itimerval(
    it_interval: timeval(tv_sec: 0, tv_usec: 50), it_value: timeval(tv_sec: 0, tv_usec: 50))
  setitimer(__itimer_which_t(0), &often, nil)
  let own = countedSubscription(counters, 0)
  for _ in 0..<rounds { sendRound(own, counters, 0) }
  often = itimerval()
  setitimer(__itimer_which_t(0), &often, nil)
}

// Set before the handler is, by the one thread that there is.
private nonisolated(unsafe) var handlerSubscription: TracedSubscription?
private nonisolated(unsafe) var handlerCounters: Counters?

/// Values, labels, marks and errors that nobody should have to draw.
func sendTexts() {
  let subscription = subscription()
  let texts = [
    "", "plain", "\u{1b}[31mred\u{1b}[0m \"quoted\" <b>&amp; \0 \r\n",
    String(repeating: "é", count: 5_000_000),
    String(repeating: "長", count: 33), String(decoding: [0xff, 0xfe, 0x41], as: UTF8.self),
  ]
  struct Failure: Error, CustomStringConvertible { let description: String }
  for text in texts {
    ThreadState.cause = subscription.next { text }
    ThreadState.cause = subscription.error(Failure(description: text))
    subscription.named(label: text)
    Trace.mark(text)
  }
}

/// Starts and stops recordings while four threads send.
func restart(folder: String, times: Int) {
  let isOver = Flag()
  let threads = (0..<4).map { _ in
    startThread {
      while !isOver.isSet {
        let subscription = subscription()
        for value in 0..<100 { send(value, to: subscription) }
        // As the gate does: an event that nobody asked for would have a number, and no record.
        if TracedSubscription.livesAreWatched { subscription.disposed(.explicit) }
        subscription.end()
      }
    }
  }
  for index in 0..<times {
    do {
      try TraceRecording.start(to: "\(folder)/\(index).rxtrace")
    } catch { fatalError("\(error)") }
    usleep(UInt32(index % 7) * 300)
    guard TraceRecording.stop() else { fatalError("recording \(index) was not sealed") }
  }
  isOver.set()
  for thread in threads { pthread_join(thread, nil) }
}

final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}

/// Prints how many blocks were allocated by events that filled many chunks.
func countAllocations(rounds: Int) {
  let (values, lives) = (subscription("values"), subscription("lives"))
  func round() {
    send(1, to: values)
    lives.named(owner: 3)
    lives.handleReleased()
    values.dropped(.next)
    values.disposed(.explicit)
  }
  for _ in 0..<10 { round() }
  let before = allocations_of_this_thread()
  for _ in 0..<rounds { round() }
  let allocated = allocations_of_this_thread() - before
  print(allocations_are_counted ? "\(allocated)" : "not counted: a sanitizer is at work")
}

/// Prints how many blocks were allocated by the first events of so many threads, all of which live at the same time: a
/// first event may be that of a signal handler, which has interrupted malloc.
func countFirstAllocations(threads: Int) {
  let subscription = subscription("values")
  // What the language makes on first use.
  send(0, to: subscription)
  let allocated = Atomic<UInt64>(0)
  let done = Atomic<Int>(0)
  onThreads(threads) { _ in
    let before = allocations_of_this_thread()
    send(1, to: subscription)
    let after = allocations_of_this_thread()
    allocated.add(after - before, ordering: .relaxed)
    done.add(1, ordering: .relaxed)
    while done.load(ordering: .relaxed) < threads { usleep(1000) }
  }
  let count = allocated.load(ordering: .relaxed)
  print(allocations_are_counted ? "\(count)" : "not counted: a sanitizer is at work")
}

/// Records with no descriptor to be had beside those that are open.
func reportWithoutDescriptors() {
  var none = rlimit(rlim_cur: 3, rlim_max: 3)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
  reportEveryKind()
}

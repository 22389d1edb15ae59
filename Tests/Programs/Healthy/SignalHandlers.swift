// healthy: begun with the recording and alive at its end, handle let go, without a value all the time
// says: The handlers of the system's signals are there for as long as the process; most of them never hear anything.
// allows: nothing

import Dispatch
import Glibc
import Signals
import Synchronization

private final class SystemSignals: Sendable {
  let received = PublishSubject<Int32>()
  // Changed nowhere.
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  init(_ numbers: [Int32]) {
    let queue = DispatchQueue(label: "signals")
    sources = numbers.map { number in
      Glibc.signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    for (source, number) in zip(sources, numbers) {
      source.setEventHandler { [received] in received.next(number) }
      source.activate()
    }
  }

  func on(_ number: Int32, _ body: @escaping @Sendable () -> Void) {
    _ = received.filter { $0 == number }.subscribe(next: { _ in body() })
  }
}

enum SignalHandlers: LeakProgram {
  static func run() {
    let signals = SystemSignals([SIGHUP, SIGUSR1, SIGUSR2, SIGTERM])
    let reloads = Atomic<Int>(0)
    let stop = Flag()
    signals.on(SIGHUP) { reloads.add(1, ordering: .relaxed) }
    signals.on(SIGUSR1) { print("status") }
    signals.on(SIGUSR2) { print("rotate") }
    signals.on(SIGTERM) { stop.raise() }

    let jobs = PublishSubject<Int>()
    for job in 0..<40 {
      let listener = jobs.map { $0 * 2 }.subscribe(next: { _ in })
      jobs.next(job)
      listener.dispose()
      if job % 10 == 9 { kill(getpid(), SIGHUP) }
      pause(milliseconds: 3)
    }
    kill(getpid(), SIGTERM)
    withExtendedLifetime(signals) { stop.wait() }
    print("reloads", reloads.load(ordering: .relaxed) > 0)
    exit(0)
  }
}

import CSignalProbes
import Glibc
import Signals
import Synchronization

private let isOver = Atomic<Bool>(false)

/// `threads` threads that subscribe, send and dispose until a line comes in; then says how many values each gate got.
func sendUntilTold() {
  let sent = Mutex(0)
  let threads = (0..<number("threads")).map { _ in
    Thread.start {
      var count = 0
      while !isOver.load(ordering: .relaxed) {
        let chain = Chain()
        chain.send(10)
        chain.root.dispose()
        count += 10
      }
      sent.withLock { $0 += count }
    }
  }
  say("loaded")
  _ = readLine()
  isOver.store(true, ordering: .relaxed)
  for thread in threads { thread.join() }
  say("sent \(sent.withLock { $0 })")
}

/// `values` values through a chain of one gate and a root, and how long each took: processor time of this thread, the
/// smallest of `repetitions`.
func measureCost() {
  let numbers = PublishSubject<Int>()
  _ = numbers.subscribe(next: { _ in })
  var least = Double.infinity
  for _ in 0..<max(1, number("repetitions")) {
    let start = threadNanoseconds()
    for value in 0..<number("values") { numbers.next(value) }
    least = min(least, Double(threadNanoseconds() - start) / Double(number("values")))
  }
  say("\(least) ns a value")
}

/// A thread that can be waited for.
struct Thread {
  private let thread: pthread_t

  static func start(_ body: @escaping @Sendable () -> Void) -> Thread {
    final class Work {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { work in
        Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Work(body)).toOpaque())
    return Thread(thread: thread)
  }

  func join() { pthread_join(thread, nil) }
}

import Glibc
import Signals
import Synchronization
import Testing

@Suite struct BlockingTests {
  private let threads = Threads()

  private func elsewhere(_ values: [Int], _ error: (any Error)? = nil) -> Signal<Int> {
    .create { [threads] subscriber in
      threads.start {
        for value in values { subscriber.next(value) }
        if let error { subscriber.error(error) } else { subscriber.completed() }
      }
      return nil
    }
  }

  /// Those that a test has started. They end by themselves.
  private final class Threads: Sendable {
    private let all = Mutex<[pthread_t]>([])
    func start(_ body: @escaping @Sendable () -> Void) { all.withLock { $0.append(startThread(body)) } }
    deinit { for thread in all.withLock({ $0 }) { pthread_join(thread, nil) } }
  }

  @Test func `it waits for what another thread sends`() throws {
    let signal = elsewhere([1, 2, 3])
    #expect(try signal.blocking().toArray() == [1, 2, 3])
    #expect(try signal.blocking().first() == 1)
    #expect(try signal.blocking().last() == 3)
    #expect(try elsewhere([]).blocking().first() == nil)
    #expect(try elsewhere([7]).blocking().single() == 7)
    try signal.blocking().wait()
  }

  @Test func `errors are thrown`() {
    #expect(throws: Broken.self) { try elsewhere([1], Broken()).blocking().toArray() }
    #expect(throws: SelectionError.moreThanOneElement) { try elsewhere([1, 2]).blocking().single() }
    #expect(throws: SelectionError.noElements) { try elsewhere([]).blocking().single() }
  }

  @Test func `what does not end in time is disposed`() {
    let subject = PublishSubject<Int>()
    #expect(throws: Blocking<Int>.TimedOut.self) {
      try subject.blocking(timeout: .milliseconds(1)).toArray()
    }
    #expect(!subject.hasSubscribers)
    #expect(throws: Never.self) { try elsewhere([1]).blocking(timeout: .seconds(1e12)).wait() }
  }

  @Test func `a sequence waits for its next element, and disposes when it is left`() {
    #expect(Array(elsewhere([1, 2, 3]).toSequence()) == [1, 2, 3])
    let subject = ReplaySubject<Int>()
    subject.next(1)
    for value in subject.toSequence() where value == 1 { break }
    #expect(!subject.hasSubscribers)
  }
}

import Glibc
import Signals
import Synchronization
import Testing
import TraceFormat

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

  @Test func `on a scheduler it does not wait for work of that scheduler`() {
    let (clock, queue) = (VirtualTimeScheduler(), QueueScheduler("own queue"))
    #expect(run(on: queue) { Signal.of(1).deliver(on: queue) } == .inVain("own queue"))
    #expect(run(on: queue) { Signal<Int>.timer(after: .seconds(1), on: queue) } == .inVain("own queue"))
    #expect(run(on: clock) { Signal.of(1).delay(for: .seconds(1), on: clock) } == .inVain("virtual time"))
    #expect(run(on: queue) { Signal.of(1) } == .values([1]))
    #expect(run(on: queue) { Signal.of(1).deliver(on: QueueScheduler("other")) } == .values([1]))
    // The other one may end it.
    #expect(
      run(on: queue) {
        Signal<Int>.timer(after: .seconds(900), on: queue).amb(.timer(after: .zero, on: QueueScheduler("b")))
      } == .values([0]))
    let ofThread = run(on: queue) { [threads] in Self.sent(by: threads, until: queue) }
    #expect(ofThread == .values([7]))
  }

  @Test func `on a scheduler it waits for work that another thread has begun`() {
    let (queue, other) = (QueueScheduler("own queue"), QueueScheduler("b"))
    let hasBegun = Mutex(false)
    let found = run(on: queue) {
      let slow = Signal<Int>.timer(after: .zero, on: other).map { value in
        hasBegun.withLock { $0 = true }
        usleep(50_000)
        return value
      }
      let never = Signal<Int>.deferred {
        while !hasBegun.withLock({ $0 }) { usleep(100) }
        return .timer(after: .seconds(900), on: queue)
      }
      return slow.amb(never)
    }
    #expect(found == .values([0]))
  }

  @Test func `of virtual time that nobody moves nothing is expected`() throws {
    let clock = VirtualTimeScheduler()
    let signal = Signal.of(1).delay(for: .seconds(1), on: clock)
    let error = #expect(throws: Blocking<Int>.WouldDeadlock.self) { try signal.blocking().first() }
    #expect(error?.scheduler == "virtual time" && clock.isIdle)
    #expect("\(try #require(error))".contains("work of the scheduler 'virtual time'"))
    // Who waits for a time only may be waiting for somebody who moves it.
    #expect(throws: Blocking<Int>.TimedOut.self) {
      try signal.blocking(timeout: .milliseconds(1)).first()
    }
    let moved = Signal<Int>.create { [threads] subscriber in
      let subscription = signal.subscribe(
        next: { subscriber.next($0) }, completed: { subscriber.completed() })
      threads.start { while !clock.isIdle { clock.advance(by: .seconds(1)) } }
      return subscription
    }
    #expect(try moved.blocking().toArray() == [1])
  }

  @Test(arguments: [false, true]) func `a subject that this thread delivers for cannot be waited for`(
    keepsNewest: Bool
  ) {
    let subject = keepsNewest ? BehaviorSubject(0) : PublishSubject<Int>()
    let found = Mutex<[Outcome]>([])
    let subscription = subject.skip(keepsNewest ? 1 : 0).subscribe(next: { _ in
      let outcome = Outcome { try subject.take(1).blocking().toArray() }
      found.withLock { $0.append(outcome) }
    })
    subject.next(1)
    subscription.dispose()
    #expect(found.withLock { $0 } == [.inVain(nil)])
    #expect(!subject.hasSubscribers)
  }

  @Test func `a sequence ends where its next element would never come`() {
    let clock = VirtualTimeScheduler()
    let signal = Signal.of(1, 2).concat(Signal.of(3).delay(for: .seconds(1), on: clock))
    let lines = Mutex<[UInt32]>([])
    UnhandledErrors.handled { error, site in
      guard error is Blocking<Int>.WouldDeadlock else { return false }
      lines.withLock { $0.append(site.line) }
      return true
    } _: {
      #expect(Array(signal.toSequence(line: 4712)) == [1, 2])
    }
    #expect(lines.withLock { $0 } == [4712])
    // It may be moved before the next element is asked for.
    let iterator = Signal.of(4).delay(for: .seconds(1), on: clock).toSequence().makeIterator()
    clock.run()
    #expect(iterator.next() == 4 && iterator.next() == nil)
  }

  /// What came of waiting.
  private enum Outcome: Equatable {
    case values([Int])
    case inVain(String?)
    case other(String)

    init(_ wait: () throws -> [Int]) {
      do {
        self = .values(try wait())
      } catch let error as Blocking<Int>.WouldDeadlock {
        self = .inVain(error.scheduler)
      } catch {
        self = .other("\(error)")
      }
    }
  }

  /// Waits for a signal within work of a scheduler: for half a minute at most.
  private func run(on scheduler: any Scheduler, _ signal: @escaping @Sendable () -> Signal<Int>) -> Outcome {
    let outcome = Mutex<Outcome?>(nil)
    scheduler.schedule {
      let found = Outcome { try signal().blocking(timeout: .seconds(30)).toArray() }
      outcome.withLock { $0 = found }
    }
    if let clock = scheduler as? VirtualTimeScheduler { clock.run() }
    while true {
      if let found = outcome.withLock({ $0 }) { return found }
      usleep(1000)
    }
  }

  /// Waits for work of a scheduler, and hears of a thread besides.
  private static func sent(by threads: Threads, until queue: QueueScheduler) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      threads.start {
        subscriber.next(7)
        subscriber.completed()
      }
      return nil
    }.take(until: Signal<Int>.timer(after: .seconds(900), on: queue))
  }

  @Test func `a sequence waits for its next element, and disposes when it is left`() {
    #expect(Array(elsewhere([1, 2, 3]).toSequence()) == [1, 2, 3])
    let subject = ReplaySubject<Int>()
    subject.next(1)
    for value in subject.toSequence() where value == 1 { break }
    #expect(!subject.hasSubscribers)
  }
}

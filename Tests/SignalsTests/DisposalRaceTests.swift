import Glibc
import Signals
import Synchronization
import Testing

/// Runs bodies on threads of their own, at one time, and waits for all.
func together(_ bodies: (@Sendable () -> Void)...) {
  let gate = Rendezvous(bodies.count)
  let threads = bodies.map { body in
    startThread {
      gate.meet()
      body()
    }
  }
  for thread in threads { pthread_join(thread, nil) }
}

/// Lets several threads go at the same moment.
final class Rendezvous: Sendable {
  private let missing: Atomic<Int>
  init(_ count: Int) { missing = Atomic(count) }
  func meet() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 { sched_yield() }
  }
}

@Suite struct DisposalRaceTests {
  private static let rounds = 2_000

  @Test func `a dispose that races the end lets disposed callbacks run once, last`() {
    for _ in 0..<Self.rounds {
      let out = Transcript()
      let subject = PublishSubject<Int>()
      let handle = subject.map { $0 }.subscribe(
        completed: { out.print("completed") }, disposed: { out.print("disposed") })
      together({ subject.completed() }, { handle.dispose() })
      #expect(handle.isDisposed)
      #expect(out.lines == ["disposed"] || out.lines == ["completed", "disposed"])
    }
  }

  @Test func `a handle may go while its subscription ends`() {
    for _ in 0..<Self.rounds {
      let out = Transcript()
      let subject = PublishSubject<Int>()
      let box = Mutex<Subscription?>(subject.print(to: out))
      together({ subject.completed() }, { box.withLock { $0 = nil } })
      #expect(out.lines == ["|", "!"])
      #expect(!subject.hasSubscribers)
    }
  }

  @Test func `subscribing, sending and disposing on three threads loses no value of those who stay`() {
    let subject = PublishSubject<Int>()
    let seen = Mutex(0)
    _ = subject.subscribe(next: { _ in seen.withLock { $0 += 1 } })
    let senders: @Sendable () -> Void = { for value in 0..<Self.rounds { subject.next(value) } }
    together(
      senders, senders,
      { for _ in 0..<Self.rounds { subject.map { $0 }.subscribe(next: { _ in }).dispose() } })
    #expect(seen.withLock { $0 } == 2 * Self.rounds)
  }

  @Test func `two inner signals that send at once are merged without loss`() {
    let inners = [PublishSubject<Int>(), PublishSubject<Int>()]
    let seen = Mutex<[Int]>([])
    _ = Signal.from(inners).flatMap { $0 }.subscribe(next: { value in seen.withLock { $0.append(value) } })
    together(
      { for value in 0..<Self.rounds { inners[0].next(value * 2) } },
      { for value in 0..<Self.rounds { inners[1].next(value * 2 + 1) } })
    let values = seen.withLock { $0 }
    #expect(values.filter { $0 % 2 == 0 } == (0..<Self.rounds).map { $0 * 2 })
    #expect(values.filter { $0 % 2 == 1 } == (0..<Self.rounds).map { $0 * 2 + 1 })
  }

  @Test func `two signals whose subscribers send to each other on two threads end`() {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    let sum = Mutex(0)
    _ = left.subscribe(next: { if $0 > 0 { right.next(0) } else { sum.withLock { $0 += 1 } } })
    _ = right.subscribe(next: { if $0 > 0 { left.next(0) } else { sum.withLock { $0 += 1 } } })
    together(
      { for _ in 0..<Self.rounds { left.next(1) } },
      { for _ in 0..<Self.rounds { right.next(1) } })
    #expect(sum.withLock { $0 } == 2 * Self.rounds)
  }
}

import SignalTracing
import Signals
import Synchronization
import Testing

@Suite struct DeliverTests {
  @Test func `everything arrives in order, on the scheduler`() async {
    let scheduler = QueueScheduler("delivery")
    let seen = Mutex<[Int]>([])
    let elsewhere = Atomic<Int>(0)
    let subject = PublishSubject<Int>()
    await withCheckedContinuation { continuation in
      _ = subject.deliver(on: scheduler).subscribe(
        next: { value in
          seen.withLock { $0.append(value) }
          if CurrentScheduler.value?.identity != scheduler.identity { elsewhere.add(1, ordering: .relaxed) }
        },
        completed: { continuation.resume() })
      for value in 0..<50_000 { subject.next(value) }
      subject.completed()
    }
    #expect(seen.withLock { $0 } == Array(0..<50_000))
    #expect(elsewhere.load(ordering: .relaxed) == 0)
  }

  @Test func `an error waits for the values before it`() {
    let out = Transcript()
    let scheduler = VirtualTimeScheduler()
    let subject = PublishSubject<Int>()
    _ = subject.deliver(on: scheduler).subscribe(next: { out.print($0) }, error: { out.print($0) })
    subject.next(1)
    subject.next(2)
    subject.error(Broken())
    #expect(out.lines == [])
    scheduler.run()
    #expect(out.lines == ["1", "2", "broken"])
  }

  @Test func `a batch is one piece of work, and what comes meanwhile the next one`() {
    let out = Transcript()
    let scheduler = VirtualTimeScheduler()
    let subject = PublishSubject<Int>()
    _ = subject.deliver(on: scheduler).subscribe(next: { value in
      out.print(value)
      if value == 1 {
        subject.next(3)
        scheduler.schedule { out.print("other") }
        subject.next(4)
      }
    })
    subject.next(1)
    subject.next(2)
    scheduler.run()
    #expect(out.lines == ["1", "2", "other", "3", "4"])
  }

  @Test func `disposed within a batch, nothing more arrives and the values are let go of`() {
    weak var gone: Token?
    let count = Atomic<Int>(0)
    let scheduler = VirtualTimeScheduler()
    let subject = PublishSubject<Token>()
    let holder = SerialHolder()
    holder.hold(
      subject.deliver(on: scheduler).subscribe(next: { _ in
        count.add(1, ordering: .relaxed)
        holder.dispose()
      }))
    func send() {
      let token = Token()
      gone = token
      for _ in 0..<3 { subject.next(token) }
    }
    send()
    scheduler.run()
    #expect(count.load(ordering: .relaxed) == 1)
    #expect(gone == nil)
  }

  @Test func `disposed before the work begins, the values are let go of at once`() {
    weak var gone: Token?
    let scheduler = VirtualTimeScheduler()
    let subject = PublishSubject<Token>()
    let subscription = subject.deliver(on: scheduler).subscribe(next: { _ in Issue.record("arrived") })
    func send() {
      let token = Token()
      gone = token
      subject.next(token)
    }
    send()
    #expect(gone != nil)
    subscription.dispose()
    #expect(gone == nil)
    #expect(scheduler.isIdle)
  }

  @Test func `inline, values pass at once`() {
    let out = Transcript()
    let subject = PublishSubject<Int>()
    _ = subject.deliver(on: .immediate).subscribe(next: { out.print($0) }, completed: { out.print("end") })
    subject.next(1)
    out.print("sent")
    subject.completed()
    #expect(out.lines == ["1", "sent", "end"])
  }

  @Test func `a signal of many threads through two queues keeps each thread's order`() async {
    let subject = PublishSubject<(thread: Int, step: Int)>()
    let steps = Mutex<[Int: [Int]]>([:])
    let (senders, count) = (4, 5_000)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      _ = subject.deliver(on: QueueScheduler("one")).deliver(on: QueueScheduler("two")).subscribe(
        next: { event in steps.withLock { $0[event.thread, default: []].append(event.step) } },
        completed: { continuation.resume() })
      Task {
        await withTaskGroup(of: Void.self) { group in
          for thread in 0..<senders {
            group.addTask { for step in 0..<count { subject.next((thread, step)) } }
          }
        }
        subject.completed()
      }
    }
    #expect(
      steps.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<senders).map { ($0, Array(0..<count)) }))
  }

  @Test func `disposal races delivery without harm, and everything is freed`() async {
    let living = Living()
    for round in 0..<300 {
      let subject = PublishSubject<Counted>()
      let subscription = subject.deliver(on: QueueScheduler()).subscribe(next: { _ in })
      async let sending: Void = send(100, to: subject, counting: living)
      if round % 3 == 0 { await Task.yield() }
      subscription.dispose()
      await sending
    }
    let patience = QueueScheduler()
    for _ in 0..<1_000 where living.count > 0 {
      await withCheckedContinuation { continuation in
        patience.schedule(after: .milliseconds(1)) { continuation.resume() }
      }
    }
    #expect(living.count == 0)
  }

  private func send(_ count: Int, to subject: PublishSubject<Counted>, counting living: Living) async {
    for _ in 0..<count { subject.next(Counted(living)) }
  }
}

/// How many objects of a test live.
final class Living: Sendable {
  private let number = Atomic<Int>(0)
  var count: Int { number.load(ordering: .acquiring) }
  func add(_ change: Int) { number.add(change, ordering: .acquiringAndReleasing) }
}

final class Counted: Sendable {
  private let living: Living
  init(_ living: Living) {
    self.living = living
    living.add(1)
  }
  deinit { living.add(-1) }
}

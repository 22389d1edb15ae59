import Signals
import Synchronization
import Testing

/// What becomes of values that come faster than a task takes them.
@Suite struct ValueBufferingTests {
  /// What an iteration gets that begins to take when everything was sent.
  private func taken(_ buffering: ValueBuffering, sending values: Int...) async throws -> [Int] {
    let subject = PublishSubject<Int>()
    var iterator = subject.values(buffering: buffering).makeAsyncIterator()
    for value in values { subject.next(value) }
    subject.completed()
    var taken: [Int] = []
    while let value = try await iterator.next() { taken.append(value) }
    #expect(try await iterator.next() == nil)
    return taken
  }

  @Test func `all wait, or the newest, or the oldest`() async throws {
    #expect(try await taken(.unbounded, sending: 1, 2, 3) == [1, 2, 3])
    #expect(try await taken(.suspending(1), sending: 1, 2, 3) == [1, 2, 3])
    #expect(try await taken(.newest(2), sending: 1, 2, 3) == [2, 3])
    #expect(try await taken(.oldest(2), sending: 1, 2, 3) == [1, 2])
    #expect(try await taken(.newest(0), sending: 1, 2, 3) == [])
    #expect(try await taken(.oldest(0), sending: 1, 2, 3) == [])
    #expect(try await taken(.newest(5), sending: 1, 2, 3) == [1, 2, 3])
  }

  @Test(arguments: [ValueBuffering.unbounded, .newest(3), .oldest(3), .suspending(3)])
  func `an error comes after the values that wait, and is thrown once`(buffering: ValueBuffering) async throws
  {
    let subject = PublishSubject<Int>()
    var iterator = subject.values(buffering: buffering).makeAsyncIterator()
    subject.next(1)
    subject.next(2)
    subject.error(Broken())
    #expect(try await iterator.next() == 1)
    #expect(try await iterator.next() == 2)
    do {
      _ = try await iterator.next()
      Issue.record("nothing was thrown")
    } catch { #expect(error is Broken) }
    #expect(try await iterator.next() == nil)
  }

  @Test(arguments: [ValueBuffering.unbounded, .newest(1_000_000), .oldest(1_000_000), .suspending(10)])
  func `threads send, a task takes, and nothing is lost`(buffering: ValueBuffering) async throws {
    let subject = PublishSubject<Int>()
    let iterator = subject.values(buffering: buffering).makeAsyncIterator()
    let queue = QueueScheduler("sender")
    queue.schedule {
      for value in 1...20_000 { subject.next(value) }
      subject.completed()
    }
    var (taker, last) = (iterator, 0)
    while let value = try await taker.next() {
      #expect(value == last + 1)
      last = value
    }
    #expect(last == 20_000)
  }

  @Test func `a value reaches a task that waits for it, though nothing may wait`() async throws {
    let subject = PublishSubject<Int>()
    let heard = ReplaySubject<Int>()
    let task = Task {
      for try await value in subject.values(buffering: .newest(0)) { heard.next(value) }
      heard.completed()
    }
    // Whether the task waits already only its answer tells.
    var first = heard.values().makeAsyncIterator()
    let sender = Task {
      while !Task.isCancelled {
        subject.next(7)
        await Task.yield()
      }
    }
    #expect(try await first.next() == 7)
    sender.cancel()
    await sender.value
    subject.completed()
    try await task.value
  }

  @Test func `a sequence is not taken from while its taker is full`() async throws {
    let numbers = Numbers(upTo: 100)
    // Operators that send on at once stand between: the task is still the sender.
    let signal = Signal(numbers).map { $0 * 2 }.filter { $0 > 0 }.scan(0) { $1 }
    var iterator = signal.values(buffering: .suspending(3)).makeAsyncIterator()
    var taken = 0
    while let value = try await iterator.next() {
      taken += 1
      #expect(value == 2 * taken)
      // What waits, and the one that is on its way.
      for _ in 0..<20 { await Task.yield() }
      #expect(numbers.iterations.newest <= taken + 4)
    }
    #expect(taken == 100)
  }

  @Test func `who sends with await goes on when there is room, or nobody takes any more`() async throws {
    let subject = PublishSubject<Int>()
    let sent = Mutex(0)
    var iterator: AsyncValues<Int>.Iterator? = subject.values(buffering: .suspending(0)).makeAsyncIterator()
    let sender = Task {
      for value in 1...5 {
        await subject.send(value)
        sent.withLock { $0 = value }
      }
    }
    #expect(try await iterator?.next() == 1)
    #expect(try await iterator?.next() == 2)
    for _ in 0..<100 { await Task.yield() }
    #expect(sent.withLock { $0 } <= 2)
    iterator = nil
    await sender.value
    #expect(sent.withLock { $0 } == 5)
    #expect(!subject.hasSubscribers)
  }

  @Test func `a sender that is cancelled does not wait`() async throws {
    let subject = PublishSubject<Int>()
    let iterator = subject.values(buffering: .suspending(0)).makeAsyncIterator()
    let isSending = Mutex(false)
    let sender = Task {
      isSending.withLock { $0 = true }
      await subject.send(1)
    }
    while !isSending.withLock({ $0 }) { await Task.yield() }
    sender.cancel()
    await sender.value
    #expect(subject.hasSubscribers)
    withExtendedLifetime(iterator) {}
  }

  @Test func `a plain send is never held up`() async throws {
    let subject = PublishSubject<Int>()
    var iterator = subject.values(buffering: .suspending(1)).makeAsyncIterator()
    for value in 1...100 { subject.next(value) }
    for value in 1...100 { #expect(try await iterator.next() == value) }
  }

  @Test func `the end of a suspended sender's subscription ends its task`() async throws {
    let numbers = Numbers(upTo: .max)
    for try await value in Signal(numbers).values(buffering: .suspending(1)) where value == 5 { break }
    // The task holds the sequence until it ends.
    let newest = numbers.iterations.newest
    #expect(newest <= 8)
  }

  @Test func `a task that is cancelled gets nothing more, though values wait`() async throws {
    let subject = PublishSubject<Int>()
    let task = Task {
      var iterator = subject.values().makeAsyncIterator()
      subject.next(1)
      subject.next(2)
      let first = try await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      return (first, try await iterator.next())
    }
    let (first, second) = try await task.value
    #expect(first == 1)
    #expect(second == nil)
    #expect(!subject.hasSubscribers)
  }

  @Test func `what was taken, dropped or left is let go of`() async throws {
    let lives = Lives()
    for buffering in [ValueBuffering.unbounded, .newest(2), .oldest(2), .suspending(2)] {
      let subject = PublishSubject<LivingValue>()
      var iterator: AsyncValues<LivingValue>.Iterator? =
        subject.values(buffering: buffering).makeAsyncIterator()
      for number in 1...4 { subject.next(LivingValue(number, lives)) }
      #expect(lives.count == (buffering == .unbounded || buffering == .suspending(2) ? 4 : 2))
      _ = try await iterator?.next()
      #expect(lives.count == (buffering == .unbounded || buffering == .suspending(2) ? 3 : 1))
      iterator = nil
      #expect(lives.count == 0)
      #expect(!subject.hasSubscribers)
    }
  }

  @Test func `an iteration is isolated to its actor`() async throws {
    let subject = ReplaySubject<Int>()
    for value in 1...3 { subject.next(value) }
    subject.completed()
    try await MainScreen().show(subject)
  }
}

private actor MainScreen {
  private var shown: [Int] = []

  func show(_ signal: Signal<Int>) async throws {
    for try await value in signal.values() { shown.append(value) }
    #expect(shown == [1, 2, 3])
  }
}

import Signals
import Synchronization
import Testing

@Suite struct AsyncTests {
  @Test func `values are an asynchronous sequence`() async throws {
    var all: [Int] = []
    for try await value in Signal.of(1, 2, 3).values() { all.append(value) }
    #expect(all == [1, 2, 3])
    await #expect(throws: Broken.self) {
      for try await _ in Signal<Int>.fail(Broken()).values() {}
    }
  }

  @Test func `leaving the loop disposes`() async throws {
    let subject = ReplaySubject<Int>()
    subject.next(1)
    for try await value in subject.values() where value == 1 { break }
    #expect(!subject.hasSubscribers)
  }

  @Test func `cancelling the task disposes`() async {
    let subject = PublishSubject<Int>()
    let task = Task { for try await _ in subject.values() {} }
    await until { subject.hasSubscribers }
    task.cancel()
    _ = await task.result
    await until { !subject.hasSubscribers }
  }

  private func all(_ signal: Signal<Int>) async throws -> [Int] {
    var values: [Int] = []
    for try await value in signal.values() { values.append(value) }
    return values
  }

  @Test func `asynchronous work and sequences become signals`() async throws {
    let work = Signal.fromAsync {
      await Task.yield()
      return 7
    }
    #expect(try await all(work) == [7])
    await #expect(throws: Broken.self) { try await all(.fromAsync { throw Broken() }) }
    let elements = AsyncStream { continuation in
      for value in 1...3 { continuation.yield(value) }
      continuation.finish()
    }
    #expect(try await all(.fromAsync(elements)) == [1, 2, 3])
  }

  @Test func `an asynchronous sequence is iterated by a task for each subscription`() async throws {
    let numbers = Numbers(upTo: 3)
    let signal = Signal(numbers)
    #expect(try await all(signal) == [1, 2, 3])
    #expect(try await all(signal) == [1, 2, 3])
    #expect(numbers.iterations.count == 2)
  }

  @Test func `asynchronous work is flattened as signals are`() async throws {
    let work: @Sendable (Int) async throws -> Int = { value in
      await Task.yield()
      if value < 0 { throw Broken() }
      return value * 10
    }
    let source = Signal.of(1, 2, 3)
    #expect(try await all(source.flatMapAsync { try await work($0) }).sorted() == [10, 20, 30])
    #expect(try await all(source.flatMapAsync(maxConcurrent: 1) { try await work($0) }) == [10, 20, 30])
    #expect(try await all(source.concatMapAsync { try await work($0) }) == [10, 20, 30])
    #expect(try await all(source.flatMapLatestAsync { try await work($0) }) == [30])
    #expect(try await all(source.flatMapFirstAsync { try await work($0) }) == [10])
    await #expect(throws: Broken.self) { try await all(Signal.of(1, -1).flatMapAsync { try await work($0) }) }
  }

  @Test func `a newer value cancels the work for the one before`() async throws {
    let source = PublishSubject<Int>()
    let (started, cancelled, out) = (ReplaySubject<Int>(), ReplaySubject<Int>(), ReplaySubject<Int>())
    let subscription = source.flatMapLatestAsync { value in
      started.next(value)
      while value == 1, !Task.isCancelled { await Task.yield() }
      if value == 1 { cancelled.completed() }
      return value
    }.subscribe(next: { out.next($0) }, completed: { out.completed() })
    source.next(1)
    for try await _ in started.values() { break }
    source.next(2)
    #expect(try await all(cancelled) == [])
    source.completed()
    #expect(try await all(out) == [2])
    withExtendedLifetime(subscription) {}
  }

  @Test func `disposal cancels the task`() async throws {
    let started = BehaviorSubject(false)
    let cancelled = ReplaySubject<Int>()
    let subscription = Signal<Int>.fromAsync {
      started.next(true)
      while !Task.isCancelled { await Task.yield() }
      cancelled.completed()
      return 1
    }.subscribe()
    while !started.value { await Task.yield() }
    subscription.dispose()
    #expect(try await all(cancelled) == [])
  }
}

/// 1, 2, 3, … as an asynchronous sequence that knows how often it was iterated, and how far.
struct Numbers: AsyncSequence, Sendable {
  let last: Int
  /// How far each iteration has come.
  let iterations = Taken()

  init(upTo last: Int) { self.last = last }

  final class Taken: Sendable {
    private let list = Mutex<[Int]>([])
    var count: Int { list.withLock { $0.count } }
    var newest: Int { list.withLock { $0.last ?? 0 } }
    func begin() { list.withLock { $0.append(0) } }
    func take() { list.withLock { $0[$0.count - 1] += 1 } }
  }

  struct Iterator: AsyncIteratorProtocol {
    let numbers: Numbers
    var number = 0

    mutating func next() async throws -> Int? {
      await Task.yield()
      guard number < numbers.last else { return nil }
      number += 1
      numbers.iterations.take()
      return number
    }
  }

  func makeAsyncIterator() -> Iterator {
    iterations.begin()
    return Iterator(numbers: self)
  }
}

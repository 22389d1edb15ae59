import Signals
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
    while !subject.hasSubscribers { await Task.yield() }
    task.cancel()
    _ = await task.result
    while subject.hasSubscribers { await Task.yield() }
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

@Suite struct FutureTests {
  let out = Transcript()

  @Test func `a future starts at once and sends its one result to all`() {
    let future = Signal<Int>.future { [out] done in
      out.print("start")
      done(.success(1))
      done(.success(2))
    }
    #expect(out.take() == ["start"])
    #expect(future.transcript == ["1", "|", "!"])
    #expect(future.transcript == ["1", "|", "!"])
    #expect(Signal<Int>.future { $0(.failure(Broken())) }.transcript == ["#broken", "!"])
  }

  @Test func `work is started once, lazily or eagerly, on a scheduler`() {
    let scheduler = VirtualTimeScheduler()
    let start: @Sendable (Subscriber<Int>) -> Void = { [out] subscriber in
      out.print("start")
      subscriber.next(1)
      subscriber.completed()
    }
    let lazily = Signal.startLazily(on: scheduler, start)
    scheduler.run()
    #expect(out.take() == [])
    lazily.print(to: out, "a")
    lazily.print(to: out, "b")
    scheduler.run()
    #expect(out.take() == ["start", "a1", "b1", "a|", "a!", "b|", "b!"])
    let eagerly = Signal.startEagerly(on: scheduler, start)
    scheduler.run()
    #expect(out.take() == ["start"])
    #expect(eagerly.transcript == ["1", "|", "!"])
  }

  @Test func `a sequence is sent step by step`() {
    let scheduler = VirtualTimeScheduler()
    let handle = SerialDisposable()
    handle.inner = Signal.fromSequence(1..., on: scheduler).subscribe(next: { [out] value in
      out.print(value)
      if value == 3 { handle.dispose() }
    })
    scheduler.run()
    #expect(out.take() == ["1", "2", "3"])
    Signal.fromSequence(1...2, on: .immediate).print(to: out)
    #expect(out.lines == ["1", "2", "|", "!"])
  }
}

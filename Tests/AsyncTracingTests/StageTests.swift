import AsyncTracing
import Testing
import TraceAnalysis
import TraceFormat

/// Iterations of traced sequences, as lives of a trace.
@Suite struct StageTests {
  private let watch = Watch()
  private struct Outage: Error {}

  @Test func `a loop tells of its values and its end, at its own line`() async {
    let line: UInt32 = #line + 2
    await watch.perform {
      for await _ in Numbers(count: 3).traced("numbers") {}
    }
    #expect(watch.lives == ["loop numbers: 3 completed"])
    #expect(watch.forest.lives.map(\.site.line) == [line])
    #expect(watch.forest.lives.map(\.site.file) == ["AsyncTracingTests/StageTests.swift"])
    #expect(watch.leaks.isEmpty)
  }

  @Test func `a loop that is left ends with its iterator`() async {
    await watch.perform {
      for await number in Numbers(count: 3).traced("numbers") where number == 2 { break }
    }
    #expect(watch.lives == ["loop numbers: 2 explicit"])
    #expect(watch.leaks.isEmpty)
  }

  @Test func `a loop whose task is cancelled was cancelled, and did not complete`() async {
    await watch.perform {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.yield(1)
      let reading = Task { for await _ in stream.traced("stream") {} }
      await eventually { watch.lives == ["loop stream: 1 alive, in memory"] }
      reading.cancel()
      await reading.value
      withExtendedLifetime(continuation) {}
    }
    await watch.expect(["loop stream: 1 cancelled"])
  }

  @Test func `an error ends it, and reaches the program with its type`() async {
    struct Failing: AsyncSequence, AsyncIteratorProtocol {
      mutating func next(isolation actor: isolated (any Actor)?) async throws(Outage) -> Int? {
        throw Outage()
      }
      func makeAsyncIterator() -> Self { self }
    }
    await watch.perform {
      do throws(Outage) {
        for try await _ in Failing().traced("failing") {}
      } catch {
        let _: Outage = error
      }
    }
    #expect(watch.lives == ["loop failing: 0 failed"])
  }

  @Test func `a stage above another one is its source, through operators between them`() async {
    await watch.perform {
      let even = Numbers(count: 4).traced("numbers").map { $0 * 2 }.filter { $0 > 4 }.traced("large")
      for await _ in even {}
    }
    #expect(watch.lives == ["loop large: 2 completed", "source numbers < large: 4 completed"])
  }

  @Test func `the stage below is left first`() async {
    await watch.perform {
      for await _ in Numbers(count: 4).traced("numbers").traced("all") { break }
    }
    #expect(watch.lives == ["loop all: 1 explicit", "source numbers < all: 1 downstream"])
    let lives = watch.forest.lives.compactMap(\.disposal?.time)
    #expect(lives == lives.sorted())
  }

  @Test func `stages that are made for an element are sources of the stage below`() async {
    await watch.perform {
      let all = Numbers(count: 2).traced("outer").flatMap { Numbers(count: $0).traced("inner") }
      for await _ in all.traced("all") {}
    }
    #expect(
      watch.lives == [
        "loop all: 3 completed", "source outer < all: 2 completed", "source inner < all: 1 completed",
        "source inner < all: 2 completed",
      ])
  }

  @Test func `a stage that an operator reads in a task of its own is a loop for the stage below`() async {
    await watch.perform {
      let elsewhere = ReadElsewhere(base: Numbers(count: 3).traced("numbers").traced("read"))
      for await _ in elsewhere.traced("all") {}
    }
    await watch.expect([
      "loop all: 3 completed", "loop read < all: 3 completed", "source numbers < read: 3 completed",
    ])
  }

  @Test func `a loop in the body of another one is for its own sake`() async {
    await watch.perform {
      for await _ in Numbers(count: 1).traced("outer") {
        for await _ in Numbers(count: 1).traced("inner") {}
      }
    }
    #expect(watch.lives == ["loop outer: 1 completed", "loop inner: 1 completed"])
  }

  @Test func `a loop that outlives the object that it is a part of leaks for certain`() async throws {
    final class Screen {}
    var screen: Screen? = Screen()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let line: UInt32 = #line + 2
    let reading = await watch.perform {
      let shown = stream.traced("shown", owner: screen)
      return Task { for await _ in shown {} }
    }
    await eventually { watch.lives == ["loop shown: 0 alive, in memory"] }
    #expect(watch.leaks.isEmpty)
    screen = nil
    await watch.noticeEnds()
    let leak = try #require(watch.leaks.first)
    #expect(leak.reason == .ownerFreed)
    #expect(leak.confidence == .certain)
    #expect(leak.site.line == line)
    continuation.finish()
    await reading.value
  }

  /// Not sendable, as many sequences of programs are.
  private final class Counter: AsyncSequence, AsyncIteratorProtocol {
    private var count = 0
    func next(isolation actor: isolated (any Actor)?) async -> Int? {
      actor?.preconditionIsolated()
      count += 1
      return count < 3 ? count : nil
    }
    func makeAsyncIterator() -> Counter { self }
  }

  @MainActor @Test func `a loop of an actor stays there, with a sequence that is bound to it`() async {
    await watch.perform {
      for await _ in Counter().traced("counter") { MainActor.assertIsolated() }
    }
    #expect(watch.lives == ["loop counter: 2 completed"])
  }

  @Test func `a traced sequence is sendable where its base is`() async {
    func sum(_ numbers: some AsyncSequence<Int, Never> & Sendable) async -> Int {
      await Task { await numbers.reduce(0, +) }.value
    }
    #expect(await sum(Numbers(count: 4).traced("numbers")) == 10)
  }
}

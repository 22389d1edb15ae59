import AsyncTracing
import Testing
import TraceAnalysis
import TraceFormat

/// Traced streams, and the loops that read them.
@Suite struct StreamTests {
  private let watch = Watch()
  private struct Outage: Error {}

  @Test func `a loop whose stream nobody can finish is named, with the line of the stream`() async throws {
    let made: UInt32 = #line + 2
    let (reading, loop) = await watch.perform {
      let (stream, continuation) = AsyncStream.makeTracedStream(of: Int.self, named: "prices")
      continuation.yield(7)
      return (Task { for await _ in stream.traced("shop") {} }, #line as UInt32)
    }
    await eventually { watch.leaks.count == 1 }
    #expect(
      watch.lives == ["loop shop: 1 alive, in memory", "source prices < shop: 1 alive, in memory"])
    let leak = try #require(watch.leaks.first)
    #expect(leak.reason == .abandoned)
    #expect(leak.confidence == .certain)
    #expect(leak.site.line == loop)
    #expect(leak.otherSite?.line == made)
    reading.cancel()
    await reading.value
    await watch.expect(["loop shop: 1 cancelled", "source prices < shop: 1 downstream"])
    #expect(watch.leaks.isEmpty)
  }

  @Test func `so it is where stages stand between them, and where the reader comes later`() async {
    var streams: [AsyncStream<Int>.Traced] = []
    for _ in 1...2 { streams.append(AsyncStream.makeTracedStream(of: Int.self).stream) }
    let (early, late) = (streams[0], streams[1])
    let tasks = await watch.perform {
      [
        Task { for await _ in early.traced("inner").map({ $0 + 1 }).traced("outer") {} },
        Task { for await _ in late {} },
      ]
    }
    await eventually { watch.leaks.count == 2 }
    #expect(watch.leaks.allSatisfy { $0.reason == .abandoned && $0.confidence == .certain })
    #expect(Set(watch.leaks.map(\.site.operatorName)) == ["outer", "for await"])
    for task in tasks {
      task.cancel()
      await task.value
    }
    #expect(watch.leaks.isEmpty)
  }

  @Test func `a stream that is read beside others, in another task, is a suspect at most`() async {
    let reading = await watch.perform {
      let stream = AsyncStream.makeTracedStream(of: Int.self).stream
      return Task { for await _ in ReadElsewhere(base: stream).traced("all") {} }
    }
    await eventually { watch.leaks.count == 1 }
    #expect(watch.leaks.map(\.confidence) == [.possible])
    #expect(
      watch.lives == [
        "loop all: 0 alive, in memory", "loop for await < all: 0 alive, in memory",
        "source AsyncStream < for await: 0 alive, in memory",
      ])
    reading.cancel()
    await reading.value
  }

  @Test func `a stream that is finished is clean, and so is one that somebody can finish`() async {
    let (kept, keeper) = AsyncStream.makeTracedStream(of: Int.self, named: "kept")
    let reading = await watch.perform {
      let (stream, continuation) = AsyncStream.makeTracedStream(of: Int.self, named: "finished")
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
      for await _ in stream.traced("loop") {}
      return Task { for await _ in kept.traced("waiting") {} }
    }
    await watch.expect([
      "loop loop: 3 completed", "source finished < loop: 3 completed", "loop waiting: 0 alive, in memory",
      "source kept < waiting: 0 alive, in memory",
    ])
    #expect(watch.leaks.isEmpty)
    keeper.finish()
    await reading.value
    #expect(watch.leaks.isEmpty)
  }

  @Test func `a loop without a stage has the line of its stream`() async {
    let line: UInt32 = #line + 2
    await watch.perform {
      let (stream, continuation) = AsyncStream.makeTracedStream(of: Int.self, named: "prices")
      continuation.yield(7)
      continuation.finish()
      for await _ in stream {}
    }
    #expect(
      watch.lives == ["loop for await: 1 completed", "source prices < for await: 1 completed"])
    #expect(watch.forest.lives.map(\.site.line) == [line, line])
  }

  @Test func `an error of a stream ends its loop`() async {
    await watch.perform {
      let (stream, continuation) = AsyncThrowingStream.makeTracedStream(of: Int.self, named: "line")
      continuation.yield(1)
      continuation.finish(throwing: Outage())
      await #expect(throws: Outage.self) {
        for try await _ in stream.traced("loop") {}
      }
    }
    #expect(watch.lives == ["loop loop: 1 failed", "source line < loop: 1 failed"])
  }

  @Test func `a continuation does what that of a stream does`() async {
    let (stream, continuation) = AsyncStream.makeTracedStream(
      of: Void.self, bufferingPolicy: .bufferingOldest(1))
    await confirmation { ended in
      continuation.onTermination = { if case .finished = $0 { ended() } }
      if case .enqueued(remaining: 0) = continuation.yield() {} else { Issue.record("no room for one") }
      if case .dropped = continuation.yield(()) {} else { Issue.record("room for two") }
      continuation.finish()
      #expect(continuation.onTermination == nil)
    }
    #expect(await stream.reduce(0) { count, _ in count + 1 } == 1)
    if case .terminated = continuation.yield() {} else { Issue.record("not finished") }
  }
}

import AsyncTracing
import Testing
import TraceAnalysis
import TraceFormat

/// Traced tasks, and what stands below them.
@Suite struct TaskTests {
  private let watch = Watch()
  private struct Outage: Error {}

  @Test func `a task whose handle is dropped is clean when it has ended`() async {
    await watch.perform {
      tracedTask("reader") { for await _ in Numbers(count: 2).traced("numbers") {} }
    }
    await watch.expect(["task reader: 0 completed", "loop numbers < reader: 2 completed"])
    #expect(watch.leaks.isEmpty)
  }

  @Test func `a task gives its result or its error, and a trace tells which`() async {
    await watch.perform {
      #expect(await tracedTask("four") { 4 }.value == 4)
      await #expect(throws: Outage.self) { try await tracedTask("failing") { throw Outage() }.value }
      #expect(await withTracedTask("five") { 5 } == 5)
      await #expect(throws: Outage.self) {
        try await withTracedTask("failing here") { () throws(Outage) in throw Outage() }
      }
    }
    await watch.expect([
      "task four: 0 completed", "task failing: 0 failed", "task five: 0 completed",
      "task failing here: 0 failed",
    ])
  }

  @Test func `a task that another one makes stands below it, and a child task is known as one`() async {
    await watch.perform {
      await withTracedTask("server") {
        await withTracedTask("step") {}
        await tracedTask("other") {}.value
        await withTaskGroup { group in
          group.addTask { await withTracedTask("child") {} }
        }
      }
    }
    await watch.expect([
      "task server: 0 completed", "task step < server: 0 completed", "task other < server: 0 completed",
      "task 1 child < server: 0 completed",
    ])
  }

  @Test func `a cancelled task is called so at that moment, and is over when it has returned`() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let task = await watch.perform {
      tracedTask("busy") {
        // It does not look whether it was cancelled.
        await Task.detached { for await _ in gate {} }.value
      }
    }
    await watch.expect(["task busy: 0 alive, in memory"])
    task.cancel()
    await watch.expect(["task busy: 0 cancelled, in memory"])
    opener.finish()
    await task.value
    await watch.expect(["task busy: 0 cancelled"])
  }

  @Test func `a task that waits for a stream that nobody can finish is named, not its loop`() async throws {
    let line: UInt32 = #line + 2
    let task = await watch.perform {
      tracedTask("reader") {
        let stream = AsyncStream.makeTracedStream(of: Int.self, named: "prices").stream
        for await _ in stream.traced("loop") {}
      }
    }
    await eventually { watch.leaks.count == 1 }
    let leak = try #require(watch.leaks.first)
    #expect(leak.reason == .abandoned)
    #expect(leak.confidence == .certain)
    #expect(leak.site.line == line)
    #expect(leak.otherSite?.operatorName == "prices")
    task.cancel()
    await task.value
    #expect(watch.leaks.isEmpty)
  }

  @Test func `a loop that outlives the task whose code began it is named itself`() async throws {
    let reading = await watch.perform {
      await withTracedTask("handler") {
        let stream = AsyncStream.makeTracedStream(of: Int.self).stream
        return Task { for await _ in stream.traced("loop") {} }
      }
    }
    await eventually { watch.leaks.count == 1 }
    let leak = try #require(watch.leaks.first)
    #expect(leak.confidence == .certain)
    #expect(leak.site.operatorName == "loop")
    reading.cancel()
    await reading.value
  }

  @Test func `a task that outlives the object that it is a part of leaks for certain`() async throws {
    final class Screen: Sendable {}
    var screen: Screen? = Screen()
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let task = await watch.perform {
      tracedTask("refresh", owner: screen) { for await _ in gate {} }
    }
    screen = nil
    await watch.noticeEnds()
    let leak = try #require(watch.leaks.first)
    #expect(leak.reason == .ownerFreed)
    #expect(leak.confidence == .certain)
    #expect(leak.site.operatorName == "refresh")
    opener.finish()
    await task.value
  }

  @Test func `eight tasks at once lose nothing`() async {
    let sum = await watch.perform {
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            var sum = 0
            for _ in 0..<10 {
              sum += await tracedTask("counter") {
                await Numbers(count: 20).traced("numbers").traced("all").reduce(0, +)
              }.value
            }
            return sum
          }
        }
        return await group.reduce(0, +)
      }
    }
    #expect(sum == 8 * 10 * 210)
    await eventually { watch.forest.lives.allSatisfy { $0.releasedAt != nil } }
    let lives = watch.forest.lives
    #expect(lives.count == 8 * 10 * 3)
    #expect(lives.allSatisfy { $0.ending?.kind == .completed && $0.releasedAt != nil })
    #expect(lives.reduce(0) { $0 + $1.values } == 8 * 10 * 40)
    #expect(watch.leaks.isEmpty)
  }

  @MainActor @Test func `a task that an actor makes runs there`() async {
    await tracedTask("on main") { MainActor.assertIsolated() }.value
    await withTracedTask("here") { MainActor.assertIsolated() }
  }
}

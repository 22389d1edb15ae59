import OpenCombine
import OpenCombineTracing
import Testing
import TraceAnalysis
import TraceFormat

extension OpenCombineTests {
  @Suite("Chains") struct ChainTests {
    struct Trouble: Error {}

    /// Cancellables that a program forgets about.
    nonisolated(unsafe) private static var kept: Set<AnyCancellable> = []  // Of the tests, which run in turn.

    @Test func `a sink that is kept is alive at its line, and one that is cancelled is not`() throws {
      var line: UInt32 = 0
      let recorded = try Recorded {
        let ticks = PassthroughSubject<Int, Never>()
        line = #line + 1
        ticks.map { $0 + 1 }.traced("kept").sink { _ in }.store(in: &Self.kept)
        let healthy = ticks.filter { $0 > 1 }.traced("healthy").sink { _ in }
        ticks.send(1)
        healthy.cancel()
        ticks.send(2)
      }
      #expect(
        recorded.lines == [
          "kept root: alive", "PassthroughSubject source < kept: alive",
          "healthy root: explicit", "PassthroughSubject source < healthy: downstream",
        ])
      let kept = try recorded.life("kept").site
      #expect(kept.line == line)
      #expect(kept.file == "OpenCombineTracingTests/ChainTests.swift")
      #expect(try recorded.life("healthy").values == 0)
      #expect(try recorded.life("kept").values == 2)
      Self.kept = []
    }

    @Test func `a root that is not traced has the name of its publisher, and no line`() throws {
      let recorded = try Recorded { (1...3).publisher.sink { _ in }.cancel() }
      #expect(recorded.lines == ["Sequence root: completed"])
      #expect(try recorded.life("Sequence").site.line == 0)
      #expect(try recorded.life("Sequence").site.file == "")
      #expect(recorded.values == ["Sequence 1", "Sequence 2", "Sequence 3"])
    }

    @Test func `values and the end pass through each operator, each caused by the one before`() throws {
      let recorded = try Recorded {
        let ticks = PassthroughSubject<Int, Never>()
        let cancellable = ticks.map { $0 * 10 }.filter { $0 > 10 }.sink { _ in }
        ticks.send(1)
        ticks.send(2)
        ticks.send(completion: .finished)
        withExtendedLifetime(cancellable) {}
      }
      #expect(
        recorded.lines == [
          "Filter root: completed", "Map source < Filter: completed",
          "PassthroughSubject source < Map: completed",
        ])
      #expect(
        recorded.values == [
          "PassthroughSubject 1", "Map 10", "PassthroughSubject 2", "Map 20", "Filter 20",
        ])
      let end = ["Map < PassthroughSubject", "Filter < Map"]
      #expect(recorded.causes == ["Map < PassthroughSubject"] + end + end)
    }

    @Test func `an error fails each life that it passes`() throws {
      let recorded = try Recorded {
        let prices = PassthroughSubject<Int, Trouble>()
        let cancellable = prices.map { $0 + 1 }.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        prices.send(1)
        prices.send(completion: .failure(Trouble()))
        cancellable.cancel()
      }
      #expect(recorded.lines == ["Map root: failed", "PassthroughSubject source < Map: failed"])
      #expect(try recorded.life("Map").ending?.description == "Trouble()")
    }

    @Test func `an operator that has enough lets go of its source, and completes`() throws {
      let recorded = try Recorded {
        let ticks = PassthroughSubject<Int, Never>()
        let cancellable = ticks.first().sink { _ in }
        ticks.send(1)
        withExtendedLifetime(cancellable) {}
      }
      #expect(recorded.lines == ["First root: completed", "PassthroughSubject source < First: downstream"])
    }

    @Test func `the end of a cancellable is the end of its chain`() throws {
      let recorded = try Recorded {
        let ticks = CurrentValueSubject<Int, Never>(0)
        var cancellable: AnyCancellable? = ticks.map { $0 + 1 }.sink { _ in }
        withExtendedLifetime(cancellable) {}
        cancellable = nil
        ticks.send(1)
      }
      #expect(recorded.lines == ["Map root: explicit", "CurrentValueSubject source < Map: downstream"])
      #expect(recorded.values == ["CurrentValueSubject 0", "Map 1"])
    }

    @Test func `an erased publisher keeps its name and its line`() throws {
      var line: UInt32 = 0
      let recorded = try Recorded {
        let ticks = PassthroughSubject<Int, Never>()
        line = #line + 1
        let erased = ticks.map { $0 + 1 }.traced().eraseToAnyPublisher()
        erased.filter { $0 > 0 }.eraseToAnyPublisher().sink { _ in }.cancel()
      }
      #expect(
        recorded.lines == [
          "Filter root: explicit", "Map source < Filter: downstream",
          "PassthroughSubject source < Map: downstream",
        ])
      #expect(try recorded.life("Map").site.line == line)
      #expect(try recorded.life("Filter").site.line == 0)
    }

    @Test func `subscriptions that nobody could tell apart end one by one`() throws {
      let recorded = try Recorded {
        let never = Empty<Int, Never>(completeImmediately: false)
        let first = never.map { $0 + 1 }.sink { _ in }
        let second = never.filter { $0 > 1 }.sink { _ in }
        second.cancel()
        _ = first
        withExtendedLifetime(first) {}
      }
      #expect(recorded.lines.count { $0.hasSuffix("explicit") } == 2)
      #expect(recorded.lines.count { $0.hasSuffix("downstream") } == 2)
    }

    @Test func `subscribers of one subject joined the same source`() throws {
      let recorded = try Recorded {
        let (one, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        for subject in [one, one, other] { Self.kept.insert(subject.sink { _ in }) }
        Self.kept = []
      }
      let sources = recorded.events.compactMap { event -> UInt64? in
        guard case .joinedSource(_, let source) = event else { return nil }
        return source
      }
      try #require(sources.count == 3)
      #expect(sources[0] == sources[1])
      #expect(sources[0] != sources[2])
    }
  }
}

import Dispatch
import OpenCombine
import OpenCombineDispatch
import OpenCombineTracing
import Synchronization
import Testing
import TraceAnalysis
import TraceFormat

extension OpenCombineTests {
  @Suite("Nesting") struct NestingTests {
    struct Trouble: Error {}

    @Test func `the inner subscriptions of a flatMap stand above it, with numbers`() throws {
      let recorded = try Recorded {
        let choice = PassthroughSubject<Int, Never>()
        let (odd, even) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0))
        let cancellable = choice.flatMap { number in
          number == 1 ? odd.eraseToAnyPublisher() : even.map { $0 + 1 }.eraseToAnyPublisher()
        }.sink { _ in }
        choice.send(1)
        choice.send(2)
        odd.send(completion: .finished)
        cancellable.cancel()
      }
      #expect(
        recorded.lines == [
          "FlatMap root: explicit", "PassthroughSubject source < FlatMap: downstream",
          "PassthroughSubject inner 1 < FlatMap: completed", "Map inner 2 < FlatMap: downstream",
          "CurrentValueSubject source < Map: downstream",
        ])
    }

    @Test func `an inner subscription that a newer one replaces is called so`() throws {
      let recorded = try Recorded {
        let (words, answers) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let cancellable = words.map { word in answers.map { $0 + word } }.switchToLatest().sink { _ in }
        words.send(1)
        words.send(2)
        cancellable.cancel()
      }
      #expect(
        recorded.lines == [
          "SwitchToLatest root: explicit", "Map source < SwitchToLatest: downstream",
          "PassthroughSubject source < Map: downstream", "Map inner 1 < SwitchToLatest: replaced",
          "PassthroughSubject source < Map: downstream", "Map inner 2 < SwitchToLatest: downstream",
          "PassthroughSubject source < Map: downstream",
        ])
    }

    @Test func `a publisher that hands its subscriber on is a life of its own`() throws {
      let recorded = try Recorded {
        let count = CurrentValueSubject<Int, Never>(1)
        let cancellable = Deferred { count.map { $0 + 1 } }.sink { _ in }
        cancellable.cancel()
      }
      #expect(
        recorded.lines == [
          "Deferred root: explicit", "Map source < Deferred: downstream",
          "CurrentValueSubject source < Map: downstream",
        ])
      #expect(recorded.values == ["CurrentValueSubject 1", "Map 2", "Deferred 2"])
      #expect(recorded.causes == ["Map < CurrentValueSubject", "Deferred < Map"])
    }

    @Test func `retry begins its source anew, and catch goes on with another one`() throws {
      let recorded = try Recorded {
        let cancellable = Fail<Int, Trouble>(error: Trouble()).retry(1).catch { _ in Just(7) }
          .sink { _ in }
        withExtendedLifetime(cancellable) {}
      }
      #expect(
        recorded.lines == [
          "Catch root: completed", "Retry source < Catch: failed", "Fail source < Retry: failed",
          "Fail source < Retry: failed", "Just inner 1 < Catch: completed",
        ])
    }

    @Test func `a stop signal is a control input, and ends the source as a trigger`() throws {
      let recorded = try Recorded {
        let (ticks, stop) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
        let cancellable = ticks.traced("ticks").prefix(untilOutputFrom: stop.traced("stop")).sink { _ in }
        stop.send()
        cancellable.cancel()
      }
      #expect(
        recorded.lines.sorted() == [
          "PrefixUntilOutput root: completed", "stop control < PrefixUntilOutput: alive",
          "ticks source < PrefixUntilOutput: trigger",
        ])
    }

    @Test func `zip has a source for each input`() throws {
      let recorded = try Recorded {
        let (one, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let cancellable = one.zip(other.map { $0 + 1 }).sink { _ in }
        one.send(1)
        other.send(2)
        cancellable.cancel()
      }
      #expect(
        recorded.lines == [
          "Zip root: explicit", "PassthroughSubject source < Zip: downstream",
          "Map source < Zip: downstream", "PassthroughSubject source < Map: downstream",
        ])
      #expect(try recorded.life("Zip").values == 1)
    }

    @Test func `the connection of a share belongs to nobody, and ends with the last subscriber`() throws {
      let recorded = try Recorded {
        let ticks = PassthroughSubject<Int, Never>()
        let shared = ticks.map { $0 + 1 }.share()
        let (first, second) = (shared.sink { _ in }, shared.sink { _ in })
        ticks.send(1)
        first.cancel()
        second.cancel()
      }
      #expect(recorded.lines.filter { $0.hasPrefix("Map") } == ["Map shared: downstream"])
      #expect(recorded.lines.count { $0 == "Share root: explicit" } == 2)
      #expect(recorded.lines.allSatisfy { !$0.hasSuffix("alive") })
    }

    @Test func `a sink that user code makes while a value is delivered is nested there`() throws {
      let recorded = try Recorded {
        let (outer, inner) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0))
        var made: [AnyCancellable] = []
        let cancellable = outer.map { $0 + 1 }.sink { _ in made.append(inner.sink { _ in }) }
        outer.send(1)
        made = []
        cancellable.cancel()
      }
      #expect(
        recorded.lines == [
          "Map root: explicit", "PassthroughSubject source < Map: downstream",
          "CurrentValueSubject nested < Map: explicit",
        ])
    }

    @Test func `values that arrive on another thread belong to the same life`() throws {
      let recorded = try Recorded {
        let (queue, done) = (DispatchQueue(label: "tests"), DispatchSemaphore(value: 0))
        let cancellable = (1...3).publisher.receive(on: queue.ocombine).map { $0 + 1 }
          .sink(receiveCompletion: { _ in done.signal() }, receiveValue: { _ in })
        done.wait()
        queue.sync {}
        withExtendedLifetime(cancellable) {}
      }
      #expect(
        recorded.lines == [
          "Map root: completed", "ReceiveOn source < Map: completed",
          "Sequence source < ReceiveOn: completed",
        ])
      #expect(try recorded.life("Map").values == 3)
    }
  }
}

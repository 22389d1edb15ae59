import Dispatch
import OpenCombine
import Synchronization
import Testing
import TraceAnalysis
import TraceFormat

@testable import OpenCombineTracing

extension OpenCombineTests {
  @Suite("Long runs") struct LongRunTests {
    /// A publisher that forgets its subscribers at once.
    struct Forgetful: Publisher {
      typealias Output = Int
      typealias Failure = Never
      func receive<Downstream: Subscriber>(subscriber: Downstream)
      where Downstream.Input == Int, Downstream.Failure == Never {}
    }

    private var entryCount: Int { Introspector.shared.entryCount }

    @Test func `nothing is left of a hundred thousand subscriptions`() {
      OpenCombineTracing.enable()
      let before = entryCount
      let ticks = PassthroughSubject<Int, Never>()
      for number in 0..<25_000 {
        let cancellable = ticks.flatMap { number in Deferred { Just(number) } }.sink { _ in }
        ticks.send(number)
        // Of four lives two have completed.
        if number == 0 { #expect(entryCount == before + 4) }
        cancellable.cancel()
      }
      #expect(entryCount <= before)
    }

    @Test func `eight threads that subscribe and cancel lose no end`() throws {
      let recorded = try Recorded {
        let ticks = PassthroughSubject<Int, Never>()
        Self.onThreads(8) { thread in
          for _ in 0..<1_250 { ticks.map { $0 + 1 }.sink { _ in }.cancel() }
        }
      }
      #expect(recorded.lost == 0)
      #expect(recorded.lines.count == 20_000)
      #expect(recorded.lines.count { $0 == "Map root: explicit" } == 10_000)
      #expect(recorded.lines.count { $0 == "PassthroughSubject source < Map: downstream" } == 10_000)
      #expect(recorded.count { if case .released = $0 { true } else { false } } == 20_000)
    }

    @Test func `a subscription that one thread cancels while another one completes it ends once`() throws {
      let rounds = 500
      let recorded = try Recorded {
        for _ in 0..<rounds {
          let ticks = PassthroughSubject<Int, Never>()
          let cancellable = ticks.map { $0 + 1 }.sink { _ in }
          Self.onThreads(2) { thread in
            if thread == 0 { cancellable.cancel() } else { ticks.send(completion: .finished) }
          }
        }
      }
      #expect(recorded.lines.count == 2 * rounds)
      #expect(recorded.count { if case .disposed = $0 { true } else { false } } == 2 * rounds)
      #expect(recorded.count { if case .released = $0 { true } else { false } } == 2 * rounds)
    }

    @Test func `subscribers that go out of memory by themselves are noticed`() throws {
      let count = 20_000
      var left = 0
      let recorded = try Recorded {
        let before = entryCount
        for _ in 0..<count {
          let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
          Forgetful().subscribe(sink)
        }
        left = entryCount - before
      }
      #expect(left < 1_100)
      #expect(recorded.lines.count == count)
      #expect(recorded.lines.count { $0 == "Forgetful root: deinitialized" } == count - left)
    }

    private static func onThreads(_ count: Int, _ body: (Int) -> Void) {
      // OpenCombine says of nothing that it is Sendable. Its subjects and subscriptions may be used by many.
      nonisolated(unsafe) let body = body
      DispatchQueue.concurrentPerform(iterations: count) { body($0) }
    }
  }
}

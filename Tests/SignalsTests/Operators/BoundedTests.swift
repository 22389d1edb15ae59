import SignalTracing
import Signals
import Testing
import TraceFormat

@Suite struct BoundedLineTests {
  /// What waits in front of an operator that takes nothing but the first of five values.
  private static let cases: [(WaitingBound, waiting: [Int], dropped: Int)] = [
    (.dropOldest(beyond: 2), [4, 5], 2), (.dropNewest(beyond: 2), [2, 3], 2), (.keepLatest, [5], 3),
    (.dropOldest(beyond: 0), [5], 3), (.dropNewest(beyond: 0), [], 4), (.dropNewest(beyond: -1), [], 4),
    (.dropOldest(beyond: 9), [2, 3, 4, 5], 0), (.fail(beyond: 4), [2, 3, 4, 5], 0),
  ]

  /// What a trace says was dropped at an operator.
  private func dropped(at name: String, _ body: @escaping @Sendable () -> Void) throws -> Int {
    try Traced(body).dropped.count { $0 == "\(name) next" }
  }

  @Test(arguments: cases) func `concatMap drops what finds no room, and a trace says each`(
    bound: WaitingBound, waiting: [Int], dropped: Int
  ) throws {
    let heard = Transcript()
    let count = try self.dropped(at: "concatMap(bound:)") {
      let source = PublishSubject<Int>()
      let first = PublishSubject<Int>()
      source.concatMap(bound: bound) { $0 == 1 ? first : .just($0) }.print(to: heard)
      for value in 1...5 { source.next(value) }
      source.completed()
      first.completed()
    }
    #expect(heard.lines == waiting.map { "\($0)" } + ["|", "!"])
    #expect(count == dropped)
  }

  @Test(arguments: cases) func `deliver drops what finds no room, and a trace says each`(
    bound: WaitingBound, waiting: [Int], dropped: Int
  ) throws {
    let heard = Transcript()
    let count = try self.dropped(at: "deliver(on:bound:)") {
      let clock = VirtualTimeScheduler()
      let source = PublishSubject<Int>()
      source.deliver(on: clock, bound: bound).print(to: heard)
      for value in 2...5 { source.next(value) }
      source.completed()
      clock.advance(by: .zero)
    }
    #expect(heard.lines == waiting.map { "\($0)" } + ["|", "!"])
    #expect(count == dropped)
  }

  @Test func `deliver with a bound that fails delivers what waits, then the error`() {
    let out = Transcript()
    let clock = VirtualTimeScheduler()
    let source = PublishSubject<Int>()
    source.deliver(on: clock, bound: .fail(beyond: 2)).print(to: out)
    for value in 1...3 { source.next(value) }
    #expect(!source.hasSubscribers)
    clock.advance(by: .zero)
    #expect(out.lines == ["1", "2", "#WaitingOverflow(limit: 2)", "!"])
  }

  @Test func `concatMap with a bound that fails does so at once`() {
    let out = Transcript()
    let source = PublishSubject<Int>()
    source.concatMap(bound: .fail(beyond: 1)) { _ in Signal<Int>.never() }.print(to: out)
    source.next(1)
    source.next(2)
    #expect(out.lines == [])
    source.next(3)
    #expect(out.lines == ["#WaitingOverflow(limit: 1)", "!"])
    #expect(!source.hasSubscribers)
  }

  @Test func `what is being delivered does not wait`() {
    let out = Transcript()
    let clock = VirtualTimeScheduler()
    let source = PublishSubject<Int>()
    _ = source.deliver(on: clock, bound: .keepLatest).subscribe(next: { value in
      out.print(value)
      if value < 3 { source.next(value + 1) }
    })
    source.next(1)
    clock.advance(by: .zero)
    #expect(out.lines == ["1", "2", "3"])
  }

  @Test func `an error keeps its place, and is never dropped`() {
    let out = Transcript()
    let clock = VirtualTimeScheduler()
    let source = PublishSubject<Int>()
    source.deliver(on: clock, bound: .dropNewest(beyond: 0)).print(to: out)
    source.next(1)
    source.error(Broken())
    clock.advance(by: .zero)
    #expect(out.lines == ["#broken", "!"])
  }

  @Test func `disposal drops what waits, silently`() throws {
    let count = try dropped(at: "deliver(on:bound:)") {
      let clock = VirtualTimeScheduler()
      let source = PublishSubject<Int>()
      let subscription = source.deliver(on: clock, bound: .keepLatest).subscribe()
      source.next(1)
      subscription.dispose()
      clock.advance(by: .zero)
    }
    #expect(count == 0)
  }

  @Test func `concatMap takes a hundred thousand synchronous signals without stack`() {
    let numbers = Signal.from(1...100_000).concatMap(bound: .keepLatest) { .just($0) }
    #expect(numbers.count().transcript == ["100000", "|", "!"])
  }
}

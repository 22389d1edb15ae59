import AsyncAlgorithms
import Signals
import Testing

/// The bridges to asynchronous sequences, with the algorithms that programs use on them.
@Suite struct AsyncAlgorithmsTests {
  private func all<Elements: AsyncSequence>(_ elements: Elements) async throws -> [Elements.Element] {
    var all: [Elements.Element] = []
    for try await element in elements { all.append(element) }
    return all
  }

  @Test func `a signal's values go through the algorithms`() async throws {
    let signal = Signal.of(1, 1, 2, 3, 3, 4)
    #expect(try await all(signal.values().removeDuplicates()) == [1, 2, 3, 4])
    #expect(try await all(signal.values().chunks(ofCount: 4)) == [[1, 1, 2, 3], [3, 4]])
    #expect(try await all(signal.values().adjacentPairs().map { $0 + $1 }) == [2, 3, 5, 6, 7])
    #expect(try await all(chain(signal.values(), [9].async)) == [1, 1, 2, 3, 3, 4, 9])
    #expect(try await all(signal.values().interspersed(with: 0)).count == 11)
  }

  @Test func `several signals are joined by the algorithms`() async throws {
    let (odd, even) = (Signal.of(1, 3, 5), Signal.of(2, 4, 6))
    #expect(try await all(merge(odd.values(), even.values())).sorted() == [1, 2, 3, 4, 5, 6])
    #expect(try await all(zip(odd.values(), even.values()).map { $0 * $1 }) == [2, 12, 30])
    let latest = try await all(combineLatest(odd.values(), even.values()).map { $0 + $1 })
    #expect(latest.last == 11)
  }

  @Test func `an algorithm's elements become a signal`() async throws {
    let chunks = Signal([1, 2, 3, 4, 5].async.chunks(ofCount: 2)).map { $0.reduce(0, +) }
    #expect(try await all(chunks.values()) == [3, 7, 5])
    #expect(try await all(chunks.values()) == [3, 7, 5], "every subscription iterates anew")
  }

  @Test func `both ends: signal, algorithm, signal, algorithm`() async throws {
    let signal = Signal(Signal.from(1...20).values().chunks(ofCount: 5)).map { $0.reduce(0, +) }
    #expect(try await all(signal.values().adjacentPairs().map { $1 - $0 }) == [25, 25, 25])
  }

  @Test func `an error passes through`() async throws {
    struct Broken: Error {}
    let signal = Signal(Signal.of(1, 2).concat(.fail(Broken())).values().removeDuplicates())
    await #expect(throws: Broken.self) { try await all(signal.values()) }
  }

  @Test func `a channel's sender waits for who takes a signal's values`() async throws {
    let channel = AsyncChannel<Int>()
    let sender = Task {
      for value in 1...100 { await channel.send(value) }
      channel.finish()
    }
    let signal = Signal(channel).map { $0 * 2 }
    #expect(try await all(signal.values(buffering: .suspending(0))) == (1...100).map { $0 * 2 })
    await sender.value
  }

  @Test func `a signal's values go into a channel, and out of it`() async throws {
    let channel = AsyncChannel<Int>()
    let sender = Task {
      for try await value in Signal.from(1...100).values() { await channel.send(value) }
      channel.finish()
    }
    #expect(try await all(channel) == Array(1...100))
    try await sender.value
  }

  @Test func `leaving an algorithm's loop disposes the signal, and disposal ends an algorithm's task`()
    async throws
  {
    let subject = BehaviorSubject(1)
    for try await _ in subject.values().removeDuplicates() { break }
    #expect(!subject.hasSubscribers)
    let subscription = Signal(merge(subject.values(), PublishSubject<Int>().values())).subscribe()
    while !subject.hasSubscribers { await Task.yield() }
    subscription.dispose()
    while subject.hasSubscribers { await Task.yield() }
  }

  @Test func `values are debounced by a clock`() async throws {
    let subject = ReplaySubject<Int>()
    for value in 1...3 { subject.next(value) }
    subject.completed()
    let settled = subject.values().debounce(for: .milliseconds(1), clock: ContinuousClock())
    #expect(try await all(settled).last == 3)
  }
}

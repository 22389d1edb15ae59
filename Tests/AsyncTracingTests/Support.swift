import AsyncTracing
import Testing
import TraceAnalysis
import TraceFormat

@testable import SignalTracing
@testable import SignalsTesting

/// What a trace says about code of a test, while it runs and afterwards.
struct Watch {
  private let check = LeakCheck(of: "work", options: .init(minimum: .possible, patience: .zero))

  @discardableResult func perform<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await check.perform(isolation: isolation, body)
  }

  /// The leaks and suspects so far. No end is waited for.
  var leaks: [Leak] {
    let verdicts = Verdicts(forest, options: Verdicts.Options(settle: .zero, minimum: .possible))
    return verdicts.leaks + verdicts.suspects
  }

  /// All lives so far, in the order of birth: `role name < downstream: values end`.
  var lives: [String] {
    forest.lives.map { life in
      let number = life.role.number > 0 ? " \(life.role.number)" : ""
      let below = life.downstream.map { " < \($0.name)" } ?? ""
      let ending = life.ending.map { $0.kind == .error ? "failed" : "completed" }
      let end = ending ?? life.disposal.map { "\($0.reason)" } ?? "alive"
      let memory = life.releasedAt == nil ? ", in memory" : ""
      return "\(life.role.kind!)\(number) \(life.name)\(below): \(life.values) \(end)\(memory)"
    }
  }

  var forest: Forest { LeakLedger.shared.forest(of: check.key) }

  /// Notices the ends of objects, and goes on afterwards.
  func noticeEnds() async {
    await perform {
      OwnedObjects.lookAtAll()
      for await _ in Numbers(count: 1).traced("clock") {}
    }
  }

  /// Waits until the lives read so: what other tasks do takes its time.
  func expect(_ expected: [String], at location: SourceLocation = #_sourceLocation) async {
    await eventually { lives == expected }
    #expect(lives == expected, sourceLocation: location)
  }
}

/// Waits until it is so, half a minute at most: rarely, as a look takes the processor from the tasks that are waited for.
func eventually(isolation: isolated (any Actor)? = #isolation, _ isSo: () -> Bool) async {
  for pause in 1...120 where !isSo() { try? await Task.sleep(for: .milliseconds(min(4 * pause, 400))) }
}

/// The numbers from one on, as a sequence that never waits.
struct Numbers: AsyncSequence, Sendable {
  let count: Int

  struct Iterator: AsyncIteratorProtocol {
    var rest: ClosedRange<Int>.Iterator
    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? { rest.next() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(rest: (1...count).makeIterator()) }
}

/// Reads a sequence in a task that begins with the first element, as operators of other libraries do.
struct ReadElsewhere<Base: AsyncSequence & Sendable>: AsyncSequence
where Base.Element: Sendable {
  let base: Base

  struct Iterator: AsyncIteratorProtocol {
    let base: Base
    var values: AsyncStream<Base.Element>.Iterator?
    var reader: Reader?

    mutating func next(isolation actor: isolated (any Actor)?) async -> Base.Element? {
      if values == nil {
        let (stream, continuation) = AsyncStream.makeStream(of: Base.Element.self)
        values = stream.makeAsyncIterator()
        reader = Reader(
          Task { [base] in
            defer { continuation.finish() }
            for try await value in base { continuation.yield(value) }
          })
      }
      return await values?.next(isolation: actor)
    }
  }

  /// Reads no longer than its iterator is in memory.
  final class Reader {
    let task: Task<Void, any Error>
    init(_ task: Task<Void, any Error>) { self.task = task }
    deinit { task.cancel() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(base: base) }
}

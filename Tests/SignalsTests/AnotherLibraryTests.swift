import SignalTracing
import Testing
import TraceAnalysis
import TraceFormat

/// A library of callbacks that imports the seam and nothing else: what CONTRIBUTING says of tracing another library.
private final class Tap: @unchecked Sendable {
  // One thread in these tests.
  private let trace: TracedSubscription
  private let listener: (Int) -> Void
  private var isOver = false
  var upstream: Tap?

  init(
    _ site: CallSite, for downstream: Tap?, as role: Role = Role(.source), _ listener: @escaping (Int) -> Void
  ) {
    trace = TracedSubscription(site: site, downstream: downstream?.trace, role: role)
    self.listener = listener
  }

  deinit { trace.end() }

  func next(_ value: Int) {
    guard !isOver else {
      if TracedSubscription.terminalEventsAreWatched { trace.dropped(.next) }
      return
    }
    guard TracedSubscription.watchOnValues != 0 else { return listener(value) }
    let cause = trace.next { String(value) }
    listener(value)
    ThreadState.cause = cause
  }

  func dispose(_ reason: DisposalReason) {
    guard !isOver else { return }
    isOver = true
    if TracedSubscription.livesAreWatched { trace.disposed(reason) }
    upstream?.dispose(.downstream)
    upstream = nil
  }
}

@Suite struct AnotherLibraryTests {
  /// `spring.sieve().listen()`, disposed after a value; another value comes.
  private func verdicts(sieveForgetsItsSource: Bool) throws -> Verdicts {
    let (records, thread) = try Traced.recording {
      let root = Tap(CallSite(interning: "listen", file: "Brook/App.swift", line: 9, traits: .root), for: nil)
      {
        _ in
      }
      let sieve = Tap(CallSite("sieve", "Brook/App.swift", 8), for: root) { root.next($0) }
      let spring = Tap(CallSite("spring", "Brook/App.swift", 7, [.source, .hot]), for: sieve) {
        sieve.next($0)
      }
      root.upstream = sieve
      sieve.upstream = sieveForgetsItsSource ? nil : spring
      spring.next(1)
      root.dispose(.explicit)
      spring.next(2)
    }
    var builder = ForestBuilder()
    for record in records where record.thread == thread {
      // What it lets go of as the recording ends is not asked for.
      if case .released = record.event { continue }
      builder.add(record)
    }
    return Verdicts(
      builder.finish(began: nil, ended: nil), options: Verdicts.Options(settle: .zero, minimum: .likely))
  }

  @Test func `an operator of another library that forgets its source is named`() throws {
    let leak = try #require(verdicts(sieveForgetsItsSource: true).leaks.first)
    #expect(leak.reason == .disposalNotPassedOn)
    #expect(leak.confidence == .certain)
    #expect(leak.site == Site(operatorName: "sieve", file: "Brook/App.swift", line: 8))
  }

  @Test func `one that passes its disposal on is not`() throws {
    let verdicts = try verdicts(sieveForgetsItsSource: false)
    #expect(verdicts.leaks.isEmpty)
    #expect(verdicts.counts.finished == 3)
  }
}

import SignalTracing
import Testing
import TraceAnalysis
import TraceFormat

/// A library of callbacks that imports the seam and nothing else: what CONTRIBUTING says of tracing another library.
private final class Tap: TracedLife, @unchecked Sendable {
  // One thread in these tests.
  private let listener: (Int) -> Void
  var upstream: Tap?

  init(_ site: CallSite, for downstream: Tap?, _ listener: @escaping (Int) -> Void) {
    self.listener = listener
    super.init(site, downstream: downstream)
  }

  func next(_ value: Int) { next(describing: { String(value) }) { listener(value) } }

  func close(_ reason: DisposalReason) {
    guard dispose(reason) else { return }
    upstream?.close(.downstream)
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
      root.close(.explicit)
      spring.next(2)
    }
    var builder = ForestBuilder()
    for record in records where record.thread == thread {
      switch record.event {
      // What it lets go of as the recording ends is not asked for.
      case .released, .disposed(_, _, _, .deinitialized): continue
      default: builder.add(record)
      }
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

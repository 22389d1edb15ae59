import Signals
import Testing
import TraceFormat

/// A trace tells which call ended a subject.
@Suite struct EndCallTests {
  private struct TestError: Error {}

  /// The calls for an end: of which of the joined sources, in the order in which these were joined, which call, and
  /// whether it is in this file.
  private func calls(_ body: @escaping @Sendable () -> Void) throws -> [String] {
    var sources: [UInt64] = []
    return try Traced(body).events.compactMap { event in
      if case .joinedSource(_, let source) = event, !sources.contains(source) { sources.append(source) }
      guard case .called(.end, let id, let site) = event else { return nil }
      let index = sources.firstIndex(of: id).map(String.init) ?? "?"
      return "\(index) \(site.operatorName)" + (site.file.hasSuffix("EndCallTests.swift") ? "" : " elsewhere")
    }
  }

  @Test func `completed and error tell their line, once for each subject`() throws {
    let calls = try calls {
      let (first, second) = (PublishSubject<Int>(), BehaviorSubject(1))
      let handles = [first.subscribe(), second.subscribe()]
      second.error(TestError())
      first.completed()
      first.completed()
      second.completed()
      withExtendedLifetime(handles) {}
    }
    #expect(calls == ["1 error", "0 completed"])
  }

  @Test func `nothing of a subject that nobody has joined, and nothing where a signal ends it`() throws {
    let calls = try calls {
      let (lonely, fed, called) = (PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>())
      lonely.completed()
      let handles = [fed.subscribe(), called.subscribe()]
      _ = Signal.just(1).subscribe(fed)
      let end: () -> Void = called.completed
      end()
      withExtendedLifetime(handles) {}
    }
    #expect(calls.isEmpty)
  }

  @Test func `an end of a channel tells its line for both directions`() throws {
    let calls = try calls {
      let channel = Channel<Int>()
      let handles = [channel.leading.subscribe(), channel.following.subscribe()]
      channel.following.completed()
      withExtendedLifetime(handles) {}
    }
    #expect(calls.sorted() == ["0 completed", "1 completed"])
  }
}

import Signals
import SignalTracing
import Testing
import TraceFormat

/// What is subscribed now, out of the table that is kept always.
///
/// One test after the other: each looks at the subscriptions of all.
@Suite(.serialized) struct LiveCensusTests {
  private static let here = "SignalsTests/LiveCensusTests.swift"

  /// The subscriptions of this file that were not there before.
  private func grown(since before: LiveCensus) -> [String] {
    LiveCensus().grown(since: before).filter { $0.site.file == Self.here }
      .map { "\($0.count) \($0.site.operatorName)" }.sorted()
  }

  @Test func `a census knows what is subscribed, and where it was made`() {
    let before = LiveCensus()
    let subject = PublishSubject<Int>()
    let signal = subject.map { $0 + 1 }
    #expect(grown(since: before) == [])
    let handles = (0..<3).map { _ in signal.subscribe() }
    #expect(grown(since: before) == ["3 PublishSubject", "3 map", "3 subscribe"])
    let entry = LiveCensus().entries.first {
      $0.site.file == Self.here && $0.site.operatorName == "PublishSubject"
    }
    #expect(entry?.count == 3)
    #expect(entry?.site.traits.contains(.hot) == true)
    #expect(LiveCensus().total >= 9)
    #expect(LiveCensus().count(of: "map") >= 3)
    let most = LiveCensus()
    handles[0].dispose()
    #expect(grown(since: before) == ["2 PublishSubject", "2 map", "2 subscribe"])
    #expect(grown(since: most) == [], "what has shrunk has not grown")
    for handle in handles { handle.dispose() }
    #expect(grown(since: before) == [])
  }

  @Test func `a census counts what a cycle keeps after its end`() {
    let before = LiveCensus()
    final class Screen: @unchecked Sendable {
      var subscription: Subscriber<Int>?
    }
    let screen = Screen()
    let signal = Signal<Int>.create { subscriber in
      screen.subscription = subscriber
      return nil
    }
    signal.subscribe().dispose()
    #expect(grown(since: before) == ["1 create", "1 subscribe"])
    screen.subscription = nil
    #expect(grown(since: before) == [])
  }

  @Test func `a census is right over many chunks, and while other threads subscribe`() {
    let before = LiveCensus()
    let subject = PublishSubject<Int>()
    let bag = DisposeBag()
    for _ in 0..<5000 { subject.subscribe().disposed(by: bag) }
    #expect(grown(since: before) == ["5000 PublishSubject", "5000 subscribe"])
    let other = QueueScheduler("other")
    let fence = Fence()
    other.schedule {
      for _ in 0..<20_000 { _ = Signal.just(1).subscribe() }
      fence.open()
    }
    for _ in 0..<20 {
      #expect(
        LiveCensus().grown(since: before).first {
          $0.site.operatorName == "PublishSubject" && $0.site.file == Self.here
        }?.count == 5000)
    }
    fence.wait()
    bag.dispose()
    #expect(grown(since: before) == [])
  }
}

// fault: retry-storm
// verdict: finding
// proof: run
// says: the jitter is a percentage that is divided by a hundred first, which makes every pause one of no time at all

import Signals
import Synchronization

private struct Unavailable: Error {}

/// Where telemetry goes; it is down at first.
private final class Collector: Sendable {
  let attempts = Atomic<Int>(0)
  private let isUp = Atomic<Bool>(false)
  private let network = QueueScheduler("network")

  func comeUp() { isUp.store(true, ordering: .relaxed) }

  /// A stream of requests for batches, as the collector is ready for them.
  func open() -> Signal<Int> {
    Signal<Int>.create { [self] subscriber in
      attempts.add(1, ordering: .relaxed)
      let credits = SerialDisposable()
      credits.inner = network.schedule(after: .milliseconds(1)) { [self] in
        guard isUp.load(ordering: .relaxed) else { return subscriber.error(Unavailable()) }
        credits.inner = Signal<Int>.interval(.milliseconds(10), on: network).subscribe(subscriber)
      }
      return credits
    }
  }
}

private struct BackOff: Sendable {
  let base = 8
  let jitter: Int

  func pause(before attempt: Int) -> Duration {
    let milliseconds = base << min(attempt, 4)
    return .milliseconds(mended ? milliseconds * jitter / 100 : milliseconds * (jitter / 100))  // LEAK
  }
}

private final class Exporter: Sendable {
  let exported = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ name: StaticString, to collector: Collector, backOff: BackOff, queue: PublishSubject<[Int]>) {
    let clock = QueueScheduler(name)
    let credits = collector.open()
      .retry(when: { errors in  // LEAK
        errors.enumerated().flatMap { failure in
          Signal<Int>.timer(after: backOff.pause(before: failure.index), on: clock)
        }
      })
    credits.withLatestFrom(queue) { _, batch in batch.count }
      .subscribe(next: { [weak self] count in self?.exported.add(count, ordering: .relaxed) })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum OtlpExporter: LeakProgram {
  static func run() {
    let collector = Collector()
    let spans = PublishSubject<[Int]>()
    let exporters = [
      Exporter("spans", to: collector, backOff: BackOff(jitter: 80), queue: spans),
      Exporter("metrics", to: collector, backOff: BackOff(jitter: 65), queue: spans),
    ]
    for batch in 0..<60 {
      spans.next([batch, batch + 1])
      if batch == 34 { collector.comeUp() }
      pause(milliseconds: 8)
    }
    for exporter in exporters { exporter.stop() }
    let exported = exporters.map { $0.exported.load(ordering: .relaxed) }
    print("exported", exported.allSatisfy { $0 > 0 })
  }
}

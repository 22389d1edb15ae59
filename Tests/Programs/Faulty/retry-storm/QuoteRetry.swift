// fault: retry-storm
// verdict: finding
// proof: run
// says: a feed that is refused is asked again at once, and again, as fast as tasks can be made

import Signals
import Synchronization

private struct Refused: Error {}

/// A quote client: a feed that needs a licence, one that does not, and a watch list.
private final class Quotes: Sendable {
  let attempts = Atomic<Int>(0)
  let isLicensed = Atomic<Bool>(false)
  private let pace = QueueScheduler("pace")
  private let bag = DisposeBag()

  func start() {
    let feed = Signal<Int>.fromAsync {
      self.attempts.add(1, ordering: .relaxed)
      guard self.isLicensed.load(ordering: .relaxed) else { throw Refused() }
      return 42
    }
    let patient: Signal<Int>
    if mended {
      patient = feed.retry(upTo: 3, interval: .milliseconds(10), on: pace)
    } else {
      patient = feed.retry()  // LEAK
    }
    patient.subscribe(next: { _ in }, error: { _ in }).disposed(by: bag)
    Signal<Int>.interval(.milliseconds(6), on: pace).buffer(for: .milliseconds(15), on: pace)
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum QuoteRetry: LeakProgram {
  static func run() {
    let quotes = Quotes()
    quotes.start()
    pause(milliseconds: 90)
    quotes.stop()
    print("attempts", quotes.attempts.load(ordering: .relaxed) > 2)
  }
}

// fault: missing-share
// verdict: finding
// proof: run
// says: ten views subscribe to the same cold fetch at once, and each fetches for itself

import Signals

/// An app whose views all show the same configuration.
enum ColdConfig: LeakProgram {
  static func run() {
    let network = QueueScheduler("network")
    let fetches = Shared(0)
    let fetch = Signal<Int>.create { subscriber in  // LEAK
      let number = fetches.update { count in
        count += 1
        return count
      }
      return network.schedule(after: .milliseconds(20)) {
        subscriber.next(number)
        subscriber.completed()
      }
    }
    let config = mended ? fetch.share() : fetch
    let bag = DisposeBag()
    for view in 0..<10 {
      config.map { $0 + view }.subscribe(next: { _ in }).disposed(by: bag)  // LEAK
    }
    pause(milliseconds: 60)
    print("fetches \(fetches.value)")
    withExtendedLifetime(bag) {}
  }
}

// healthy: a gatherer that waits for one silent input while the other sends thousands of values
// says: The configuration comes late, as the file is large; only the newest request matters until then.
// allows: nothing

import Signals

private struct Config: Sendable {
  let limit: Int
}

/// Lets requests through as far as the configuration says.
private final class Gateway: Sendable {
  let requests = PublishSubject<Int>()
  let passed = Shared(0)
  private let bag = DisposeBag()

  func start(_ config: Signal<Config>) {
    combineLatest(requests, config)
      .filter { request, config in request % 100 < config.limit }
      .subscribe(next: { [passed] _ in passed.update { $0 += 1 } })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum ConfigThenTraffic: LeakProgram {
  static func run() {
    let clock = QueueScheduler("files")
    let gateway = Gateway()
    let config = Signal<Int>.timer(after: .milliseconds(70), on: clock).map { _ in Config(limit: 40) }
    gateway.start(config.share(replay: 1, scope: .forever))
    for round in 0..<30 {
      for request in 0..<100 { gateway.requests.next(round * 100 + request) }
      pause(milliseconds: 4)
    }
    print("passed", gateway.passed.value > 0)
    gateway.stop()
  }
}

// healthy: work that is begun by the completion of a relay that never completes
// says: The first settings are enough, so the relay is cut after one value; what is begun then serves for ever, on purpose.
// allows: nothing

import Signals

private struct Settings: Sendable {
  let port: Int
}

private final class Service: Sendable {
  let requests = PublishSubject<Int>()
  let served = Shared(0)
  private let bag = DisposeBag()

  func start(_ settings: Signal<Settings>, number: Int) {
    settings.take(1)
      .then { [requests] in requests.filter { $0 % 3 == number } }
      .subscribe(next: { [served] _ in served.update { $0 += 1 } })
      .disposed(by: bag)
  }
}

enum SettingsThenServe: LeakProgram {
  static func run() {
    let settings = ReplayRelay<Settings>(capacity: 1)
    let service = Service()
    for number in 0..<3 { service.start(settings.map { $0 }, number: number) }
    pause(milliseconds: 10)
    settings.accept(Settings(port: 80))
    for request in 0..<120 {
      service.requests.next(request)
      if request % 3 == 0 { pause(milliseconds: 2) }
    }
    print("served", service.served.value)
    killed(holding: service)
  }
}

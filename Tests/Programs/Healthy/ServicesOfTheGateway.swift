// healthy: three handles are let go at the start, and what they are of is alive at the end, beside many that were disposed
// says: Access log, meter and watchdog serve the gateway as long as it runs; a request's own end with the request.
// allows: suspect

import Signals

private final class Gateway: Sendable {
  let requests = PublishSubject<Int>()
  let answers = PublishSubject<Int>()
  private let logged = Shared(0)

  func start(_ clock: QueueScheduler) {
    _ = requests.subscribe(next: { [logged] _ in logged.update { $0 += 1 } })
    _ = answers.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    _ = Signal<Int>.interval(.milliseconds(10), on: clock).subscribe(next: { _ in })
  }

  func serve(_ request: Int) {
    let bag = DisposeBag()
    answers.filter { $0 == request }.subscribe(next: { _ in }).disposed(by: bag)
    requests.next(request)
    pause(milliseconds: 2)
    answers.next(request)
    bag.dispose()
  }
}

enum ServicesOfTheGateway: LeakProgram {
  static func run() {
    let gateway = Gateway()
    gateway.start(QueueScheduler("watchdog"))
    for request in 0..<40 { gateway.serve(request) }
    killed(holding: gateway)
  }
}

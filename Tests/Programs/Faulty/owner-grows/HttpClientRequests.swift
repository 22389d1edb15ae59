// fault: owner-grows
// ported: ReactiveX/RxSwift#573
// verdict: suspect
// proof: run
// says: requests to a host that never answers stay in the controller's bag, and their clients with them

import Signals

/// A controller whose bag holds each request, and with it the client that makes it. Reported as "DisposeBag causes
/// subscriptions to hang around longer than necessary".
enum HttpClientRequests: LeakProgram {
  static func run() {
    let clock = QueueScheduler("http")
    let controller = Controller()
    for request in 0..<50 {
      controller.request(number: request, on: clock)
      pause(milliseconds: 4)
    }
    withExtendedLifetime(controller) {}
  }
}

private final class HttpClient: Sendable {
  let received = Shared(0)
  func perform(_ number: Int, on clock: QueueScheduler) -> Signal<Int> {
    let answer = Signal<Int>.timer(after: .milliseconds(1), on: clock).map { _ in number }
    return number % 5 == 0 ? .never() : answer
  }
}

private final class Controller {
  private let bag = DisposeBag()  // LEAK

  func request(number: Int, on clock: QueueScheduler) {
    let client = HttpClient()
    let answer = client.perform(number, on: clock)
    (mended ? answer.timeout(.milliseconds(6), on: clock).ignoreFailure() : answer)
      .subscribe(next: { value in client.received.update { $0 = value } })  // LEAK
      .disposed(by: bag)
  }
}

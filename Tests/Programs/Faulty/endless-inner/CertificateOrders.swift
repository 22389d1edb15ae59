// fault: endless-inner
// verdict: suspect
// proof: run
// says: an order that is refused is not answered; each such order keeps one of three places, until none is left

import Signals

private struct NotADomain: Error {}

/// Signs certificates for domains.
private final class Authority: Sendable {
  let issued = Shared(0)
  private let desk = QueueScheduler("authority")

  func order(_ domain: String) -> Completable {
    Completable.create { [issued, desk] finish in  // LEAK
      guard domain.contains(".") else {
        if mended { finish(.failure(NotADomain())) }
        return nil
      }
      return desk.schedule(after: .milliseconds(3)) {
        issued.update { $0 += 1 }
        finish(.success(()))
      }
    }
  }
}

/// A server that orders certificates for its customers, at most three at a time.
enum CertificateOrders: LeakProgram {
  static func run() {
    let authority = Authority()
    let requests = PublishSubject<String>()
    let isDone = Shared(false)
    let ordering = requests.flatMap(maxConcurrent: 3) { domain -> Signal<Never> in
      authority.order(domain).signal.ignoreFailure()
    }
    .subscribe(completed: { isDone.update { $0 = true } })
    for number in 0..<36 {
      requests.next(number % 6 == 4 ? "shop\(number)" : "shop\(number).example")
      pause(milliseconds: 2)
    }
    requests.completed()
    pause(milliseconds: 120)
    withExtendedLifetime(ordering) { print("issued", authority.issued.value, "done", isDone.value) }
  }
}

// healthy: thousands of subscriptions of one site
// says: Every request is answered and over; three thousand of them are three thousand finished lives.
// allows: nothing

import Signals
import Synchronization

private final class Router: Sendable {
  private let routes = ["/", "/health", "/items", "/items/1"]

  func handle(_ path: String) -> Signal<Int> {
    Signal<String>.just(path)
      .flatMap { path in Signal<Int>.from(self.routes.map { $0 == path ? 200 : 404 }) }
      .filter { $0 == 200 }
      .defaultIfEmpty(404)
      .take(1)
  }
}

enum ManyShortLives: LeakProgram {
  static func run() {
    let router = Router()
    let bag = DisposeBag()
    let answers = Shared<[Int: Int]>([:])
    for request in 0..<3000 {
      router.handle(request % 7 == 0 ? "/missing" : "/health")
        .subscribe(next: { status in answers.update { $0[status, default: 0] += 1 } })
        .disposed(by: bag)
      if request % 100 == 0 { pause(milliseconds: 3) }
    }
    print(answers.value.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
  }
}

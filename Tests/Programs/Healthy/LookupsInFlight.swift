// healthy: of a kind some end and others do not; no handle is held
// says: Lookups that find nothing wait for a timeout longer than this program runs.
// allows: suspect

import Dispatch
import Glibc
import Signals
import Synchronization

private final class Resolver: Sendable {
  let asked = Atomic<Int>(0)
  private let library = DispatchQueue(label: "resolver", attributes: .concurrent)
  private let timeouts = QueueScheduler("timeouts")

  func address(of name: String) -> Single<String> {
    let answer = Single<String>.create { done in
      self.asked.add(1, ordering: .relaxed)
      self.library.asyncAfter(deadline: .now() + .milliseconds(2)) {
        if !name.hasSuffix(".invalid") { done(.success("10.0.0.\(name.utf8.count)")) }
      }
      return nil
    }
    return answer.signal.timeout(.seconds(30), on: timeouts).asSingle()
  }
}

enum LookupsInFlight: LeakProgram {
  static func run() {
    let resolver = Resolver()
    let answers = PublishSubject<String>()
    let bag = DisposeBag()
    answers.count().subscribe(next: { _ in }).disposed(by: bag)
    for number in 0..<40 {
      _ = resolver.address(of: number % 8 == 7 ? "h\(number).invalid" : "h\(number).example")
        .subscribe(success: { answers.next($0) }, failure: { _ in })
      pause(milliseconds: 3)
    }
    print("asked", resolver.asked.load(ordering: .relaxed))
    exit(0)
  }
}

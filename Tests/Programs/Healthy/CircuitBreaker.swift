// healthy: catch and retry that begin again; waiting at exit
// says: The circuit opens after three failures, waits, tries once and closes again; at exit it happens to be open.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Down: Error {}

private final class Backend: Sendable {
  let isUp = Shared(true)
  private let queue = QueueScheduler("backend")

  func answer() -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(2), on: queue).map { [isUp] value in
      if !isUp.value { throw Down() }
      return value
    }
  }
}

private final class Breaker: Sendable {
  let isOpen = BehaviorSubject(false)
  private let failures = Atomic<Int>(0)
  private let clock = QueueScheduler("breaker")
  private let bag = DisposeBag()

  func call(_ backend: Backend) -> Signal<Int> {
    isOpen.filter { !$0 }.take(1)
      .flatMap { _ in backend.answer() }
      .do(onNext: { _ in self.failures.store(0, ordering: .relaxed) }, onError: { _ in self.failed() })
      .retry(1)
      .catchAndReturn(-1)
  }

  private func failed() {
    guard failures.add(1, ordering: .relaxed).newValue == 3 else { return }
    isOpen.next(true)
    Signal<Int>.timer(after: .milliseconds(40), on: clock)
      .subscribe(next: { _ in
        self.failures.store(2, ordering: .relaxed)
        self.isOpen.next(false)
      })
      .disposed(by: bag)
  }
}

enum CircuitBreaker: LeakProgram {
  static func run() {
    let backend = Backend()
    let breaker = Breaker()
    let answers = Shared<[Int]>([])
    let bag = DisposeBag()
    for request in 0..<80 {
      if request == 20 || request == 66 { backend.isUp.update { $0 = false } }
      if request == 36 { backend.isUp.update { $0 = true } }
      breaker.call(backend).subscribe(next: { answer in answers.update { $0.append(answer) } }).disposed(
        by: bag)
      pause(milliseconds: 4)
    }
    print("answers", answers.value.count > 20)
    exit(0)
  }
}

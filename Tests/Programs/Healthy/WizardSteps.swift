// healthy: recursion, a chain of the same site nested in itself, deeper with every step
// says: Each page leads to the next; the customer is on the ninth of twelve when the program ends.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Wizard: Sendable {
  let clicks = PublishSubject<Int>()
  let page = Atomic<Int>(0)
  private let bag = DisposeBag()

  private func answers(from page: Int) -> Signal<Int> {
    let answer = clicks.take(1)
    guard page < 12 else { return answer }
    return answer.flatMap { self.answers(from: page + 1).startWith($0) }
  }

  func start() {
    answers(from: 1).subscribe(next: { _ in self.page.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum WizardSteps: LeakProgram {
  static func run() {
    for customer in 0..<3 {
      let wizard = Wizard()
      wizard.start()
      for click in 0..<(customer == 2 ? 8 : 12) {
        wizard.clicks.next(click)
        pause(milliseconds: 5)
      }
      print("page", wizard.page.load(ordering: .relaxed))
    }
    exit(0)
  }
}

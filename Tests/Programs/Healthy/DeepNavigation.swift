// healthy: one screen on the other, none is ever closed
// says: The user goes ever deeper into the catalogue; each screen keeps its bag, all are on the stack as the program exits.
// allows: suspect

import Glibc
import Signals

private final class Screen: Sendable {
  private let bag = DisposeBag()
  private let title = Shared("")

  init(_ depth: Int, _ basket: Signal<Int>) {
    basket.map { "\(depth): \($0)" }
      .subscribe(next: { [title] new in title.update { $0 = new } })
      .disposed(by: bag)
  }
}

enum DeepNavigation: LeakProgram {
  static func run() {
    let basket = BehaviorSubject(0)
    var stack: [Screen] = []
    for depth in 0..<9 {
      stack.append(Screen(depth, basket))
      basket.next(depth)
      pause(milliseconds: 9)
    }
    withExtendedLifetime(stack) { exit(0) }
  }
}

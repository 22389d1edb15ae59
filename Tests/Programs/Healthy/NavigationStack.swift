// healthy: alive ever more while the user goes deeper; at the end some are alive that were begun early
// says: Screens go when they are popped; the two at the bottom of the stack are shown when the app is killed.
// allows: nothing

import Signals

private final class Screen: Sendable {
  private let shown = Shared(0)
  private let bags = Shared<[DisposeBag]>([])

  init(_ location: Signal<Int>, level: Int) {
    let bag = DisposeBag(of: self)
    location.filter { $0 > level }
      .subscribe(next: { [weak self] _ in self?.shown.update { $0 += 1 } })
      .disposed(by: bag)
    bags.update { $0.append(bag) }
  }
}

/// Screens on screens.
private final class Navigation: Sendable {
  private let stack = Shared<[Screen]>([])
  private let location = PublishSubject<Int>()

  func push() {
    let screen = Screen(location, level: stack.value.count)
    stack.update { $0.append(screen) }
  }

  func pop() { _ = stack.update { $0.popLast() } }

  func move(_ place: Int) { location.next(place) }
}

enum NavigationStack: LeakProgram {
  static func run() {
    let navigation = Navigation()
    navigation.push()
    navigation.push()
    for depth in [3, 6, 2, 9, 4] {
      for level in 0..<depth {
        navigation.push()
        navigation.move(level)
        pause(milliseconds: 3)
      }
      for _ in 0..<depth {
        navigation.pop()
        pause(milliseconds: 1)
      }
    }
    for place in 0..<20 {
      navigation.move(place)
      pause(milliseconds: 3)
    }
    killed(holding: navigation)
  }
}

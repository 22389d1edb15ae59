// healthy: recursion, the same site nested in itself, many levels deep
// says: A menu is a tree, and each of its nodes listens; all go with the menu.
// allows: nothing

import Signals
import Synchronization

private final class Node: Sendable {
  let title: BehaviorSubject<String>
  let children: [Node]
  private let bag = DisposeBag()

  init(depth: Int) {
    title = BehaviorSubject("menu \(depth)")
    children = depth == 0 ? [] : (0..<(depth == 5 ? 3 : 1)).map { _ in Node(depth: depth - 1) }
  }

  func show(on language: Signal<String>) {
    language
      .enumerated()
      .subscribe(next: { [weak self] number, language in
        guard let self else { return }
        title.next("\(language) menu")
        if number == 0 { for child in children { child.show(on: title) } }
      })
      .disposed(by: bag)
  }
}

enum MenuTree: LeakProgram {
  static func run() {
    let language = BehaviorSubject("en")
    for _ in 0..<12 {
      let menu = Node(depth: 6)
      menu.show(on: language)
      language.next("de")
      pause(milliseconds: 4)
      language.next("en")
      withExtendedLifetime(menu) { pause(milliseconds: 4) }
    }
  }
}
